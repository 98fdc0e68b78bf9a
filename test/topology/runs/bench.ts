import { quantile } from '#bench/support/load.ts';
import { newOwner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';
import { steadyLoad } from '#test/storm/floods/steady-load.ts';
import type { Topology } from '../start-topology.ts';

const key = 'key-of-the-bench';
const workspaces = 20;
const seconds = 20;
const rates = [10, 20, 40];

/** Deliveries at a steady rate over both APIs: how fast they are answered, and when the target had them all. */
export async function bench(
  { urls, context, reach }: Topology,
  say: (sentence: string) => void,
): Promise<void> {
  await using target = await startOrderTarget({ key });
  const origin = await reach(target.url);
  const hooks: string[] = [];
  for (let number = 0; number < workspaces; number += 1) {
    const owner = await newOwner(urls[0]!, context.secrets);
    await owner.allow(new URL(origin).hostname, key);
    const { url } = await owner.newAutomation(`POST ${origin}/orders with JSON {"order": "{{order}}"}.`);
    hooks.push(`${urls[number % urls.length]}${new URL(url).pathname}`);
  }
  await steadyLoad({ urls: hooks, perSecond: 5, durationMs: 5_000, name: 'warm' });
  for (const perSecond of rates) {
    const before = target.seen.length;
    const startedAt = performance.now();
    const { acceptedMs, others } = await steadyLoad({
      urls: hooks,
      perSecond,
      durationMs: seconds * 1_000,
      name: `at-${perSecond}`,
    });
    const areDone = () => target.seen.length - before >= acceptedMs.length;
    await until('the target has them all', areDone, { timeoutMs: 120_000, everyMs: 20 });
    const lagMs = performance.now() - startedAt - seconds * 1_000;
    const ms = (share: number) => `${quantile(acceptedMs, share).toFixed(0)} ms`;
    const refused = [...others].map(([how, times]) => `, ${how} ${times} times`).join('');
    say(
      `${perSecond} a second: answered in p50 ${ms(0.5)}, p95 ${ms(0.95)}; ` +
        `${acceptedMs.length} accepted, all done ${Math.max(0, lagMs).toFixed(0)} ms after the last was due${refused}`,
    );
  }
}
