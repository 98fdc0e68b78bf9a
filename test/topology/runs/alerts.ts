import { z } from 'zod';

import { until } from '#test/support/until.ts';
import { keepInstance, nameOf } from '../instances.ts';
import { startPrometheus } from '../servers/prometheus.ts';
import type { Topology } from '../start-topology.ts';

const Targets = z.object({
  data: z.object({
    activeTargets: z.array(
      z.object({ labels: z.object({ job: z.string(), instance: z.string() }), health: z.string() }),
    ),
  }),
});
const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })),
  }),
});
const patience = { timeoutMs: 10 * 60_000, everyMs: 1_000 };

/** Prometheus and the rules of deploy/ with the times that stand there: an alert for APIs that are gone, and its end. */
export async function alerts(
  { context, instances }: Topology,
  say: (sentence: string) => void,
): Promise<void> {
  const url = await startPrometheus(context);
  const ask = async (question: string): Promise<unknown> =>
    await (await fetch(`${url}/api/v1/${question}`)).json();
  const targets = async () =>
    Targets.parse(await ask('targets')).data.activeTargets.map(
      ({ labels: { job, instance }, health }) => `${job} ${instance} ${health}`,
    );
  const firing = async () =>
    Alerts.parse(await ask('alerts'))
      .data.alerts.filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels.alertname);
  const areUp = async () => {
    const found = await targets();
    return found.length === instances.length && found.every((one) => one.endsWith(' up'));
  };
  await until('every API and worker is scraped', areUp, patience);
  say(`scraped: ${(await targets()).join(', ')}`);
  say(`firing: ${(await firing()).join(', ') || 'nothing'}`);
  const apis = instances.filter(({ kind }) => kind === 'api');
  for (const api of apis) await context.kept.stop(nameOf(api));
  const goneAt = performance.now();
  await until('an alert', async () => (await firing()).includes('ReveilleNoApi'), patience);
  const seconds = Math.round((performance.now() - goneAt) / 1_000);
  say(
    `${seconds} s after the APIs ended: ${(await firing()).join(', ')}; targets: ${(await targets()).join(', ')}`,
  );
  for (const api of apis) await keepInstance(context, api);
  await until('no alert', async () => (await firing()).length === 0, patience);
  await until('every API and worker is scraped again', areUp, patience);
  say('the APIs are back, and nothing fires');
}
