import type { Transporter } from 'nodemailer';

import { alertHeadline, alertText } from '#domain/alerts/alert-text.ts';
import { loadOnce } from '#domain/load-once.ts';
import { type AlertSource, factsOf, linksOf } from './compose-payload.ts';
import { failedWithout, type Sent } from './channel.ts';

interface EmailDeps {
  readonly smtpUrl: string;
  /** SMTP_FROM; absent: chosen from the two URLs. */
  readonly from: string | undefined;
  readonly publicUrl: string;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;
/** An alert says where it comes from, so that no automatic answer is sent to it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

/** Sends alerts by e-mail, each on a connection of its own. */
export function createEmailChannel({ smtpUrl, from, publicUrl }: EmailDeps) {
  const host = new URL(publicUrl).hostname;
  const sender = from ?? userAddress(smtpUrl) ?? `reveille@${host}`;
  const transport = loadOnce(() => openTransport(smtpUrl));
  const safe = { disableFileAccess: true, disableUrlAccess: true } as const;
  return async function send(to: string, source: AlertSource): Promise<Sent> {
    const facts = factsOf(source);
    const messageId = `<${source.alert.id}@${host}>`;
    const text = textOf(publicUrl, source);
    try {
      await (
        await transport()
      ).sendMail({
        from: sender,
        to,
        subject: alertHeadline(facts),
        text,
        messageId,
        headers,
        ...safe,
      });
      return { kind: 'delivered', status: null };
    } catch (error) {
      return failureOf(error);
    }
  };
}

/** The package loads with the first e-mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...timeouts });
}

function textOf(publicUrl: string, source: AlertSource): string {
  const { alert, run, target, workspaceName } = source;
  const links = linksOf(publicUrl, alert);
  const lines = [
    alertText(factsOf(source)),
    '',
    ...(run?.reference == null ? [] : [`About: ${run.reference}`]),
    ...(links.delivery === null ? [] : [`Delivery: ${links.delivery}`]),
    ...(links.automation === null ? [] : [`Automation: ${links.automation}`]),
    '',
    `Told by the alert rule ${target.name} of the workspace ${workspaceName}: ${links.rule}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The user that signs in, where that is an address. */
function userAddress(smtpUrl: string): string | null {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  return /^[^\s@<>]+@[^\s@<>]+$/.test(user) ? user : null;
}

/** In our own words: an error of the library may quote the password. */
function failureOf(error: unknown): Sent {
  const { code, responseCode } = (error ?? {}) as {
    readonly code?: unknown;
    readonly responseCode?: unknown;
  };
  if (code === 'EAUTH')
    return failedWithout('The mail server did not accept the user or password of SMTP_URL.', false);
  if (typeof responseCode !== 'number')
    return failedWithout('The mail server could not be reached, or did not answer in time.', false);
  const isRefused = responseCode >= 500;
  const what = isRefused ? 'refused the e-mail' : 'did not take the e-mail now';
  return failedWithout(`The mail server ${what}: it answered ${responseCode}.`, isRefused);
}
