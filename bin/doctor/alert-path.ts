import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { type Finding, type Look, notAsked, unwell, well } from './finding.ts';

interface Settings {
  readonly prometheus: string | undefined;
  readonly alertmanager: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly isBefore: boolean;
}

const testAlert = 'ReveilleTestAlert';
const Up = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.object({ job: z.string() }) })) }),
});
const Rules = z.object({
  data: z.object({ groups: z.array(z.object({ rules: z.array(z.object({ name: z.string() })) })) }),
});
const Alerts = z.array(z.object({ labels: z.object({ alertname: z.string() }) }));

/** The way of an alert: who scrapes, who sends it on, and the mail server for what owners are told. */
export const alertLooks = ({ prometheus, alertmanager, smtpUrl, isBefore }: Settings): readonly Look[] => [
  {
    what: 'prometheus',
    otherwise: 'Look at the address behind --prometheus.',
    look: async () => {
      if (prometheus === undefined) return notAsked('name it: --prometheus http://prometheus:9090');
      return isBefore ? notAsked('before the start') : await lookAtPrometheus(prometheus);
    },
  },
  {
    what: 'a test alert',
    otherwise: 'Look at the address behind --alertmanager.',
    look: async () =>
      alertmanager === undefined
        ? notAsked('name it: --alertmanager http://alertmanager:9093; it then tells you of ReveilleTestAlert')
        : await sendAlert(alertmanager),
  },
  {
    what: 'mail server',
    otherwise: 'Look at SMTP_URL: alerts of owners are sent there.',
    look: async () =>
      smtpUrl === undefined
        ? notAsked('SMTP_URL is not set; alerts go to URLs alone')
        : await signIn(smtpUrl),
  },
];

async function ask(base: string, address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(new URL(address, base), { signal: AbortSignal.timeout(10_000), ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(address, base).href} answers ${response.status}`);
  return text === '' ? null : JSON.parse(text);
}

async function lookAtPrometheus(base: string): Promise<Finding> {
  const query = encodeURIComponent('count by (job) (up == 1)');
  const jobs = Up.parse(await ask(base, `/api/v1/query?query=${query}`)).data.result.map(
    ({ metric }) => metric.job,
  );
  const missing = ['reveille-api', 'reveille-worker'].filter((job) => !jobs.includes(job));
  if (missing.length > 0)
    return unwell(
      `it scrapes no ${missing.join(' and no ')}`,
      'Take deploy/prometheus/prometheus.yaml, or in Kubernetes the component monitoring.',
    );
  const { groups } = Rules.parse(await ask(base, '/api/v1/rules')).data;
  if (!groups.some(({ rules }) => rules.some(({ name }) => name === 'ReveilleNoApi')))
    return unwell('it has no rule ReveilleNoApi', 'Give it deploy/prometheus/alerts.yaml of this release.');
  return well('it scrapes APIs and workers, and has the rules');
}

/** It resolves by itself after five minutes. */
async function sendAlert(base: string): Promise<Finding> {
  const annotations = { summary: 'A test of the way of alerts: nothing is wrong.' };
  const labels = { alertname: testAlert, severity: 'page', job: 'reveille-doctor' };
  await ask(base, '/api/v2/alerts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ labels, annotations }]),
  });
  for (;;) {
    const alerts = Alerts.parse(await ask(base, '/api/v2/alerts'));
    if (alerts.some((alert) => alert.labels.alertname === testAlert))
      return well(`${testAlert} is there, with severity page: it must reach you within minutes`);
    await pause(250);
  }
}

async function signIn(url: string): Promise<Finding> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000 });
  try {
    await transport.verify();
    return well('lets the service in');
  } catch (error) {
    // In our own words: an error of the library may quote the password.
    const { code } = error as { readonly code?: unknown };
    return unwell(
      `refuses or does not answer (${String(code)})`,
      'Look at SMTP_URL: alerts of owners are sent there.',
    );
  } finally {
    transport.close();
  }
}
