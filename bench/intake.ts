/**
 * Intake against bare Temporal, side by side in one run: accepted deliveries (look-up, admission, record, start,
 * confirm, over HTTP) and nothing but StartWorkflow, with the same workflow and the same input, no worker running.
 *
 *   node bench/intake.ts
 */
import { randomUUID } from 'node:crypto';

import { request } from 'undici';

import { freePort } from '../platform/free-port.ts';
import { connectTemporal } from '../temporal/connect.ts';
import { perWorkspace, startIntakeApi } from './support/intake-api.ts';
import { load, median, type Series } from './support/load.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startBareRun } from './bare/start-bare-run.ts';

const rounds = unlessQuick(5, 1);
const perRound = 320;

const { agent, newHooks, redisUrl, stop } = await startIntakeApi({ logLevel: 'warn' });
const { client, close } = await connectTemporal();
const starting = await startBareServer({});
const keeping = await startBareServer({ REDIS_URL: redisUrl });

async function startBareServer(env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const server = await startProcess('bench/bare/starts.ts', { PORT: String(port), ...env });
  return { url: `http://127.0.0.1:${port}/`, end: () => server.stop() };
}

const order = (number: number) =>
  JSON.stringify({ event_id: `evt-${number}`, order: { id: number, status: 'paid' } });

async function deliver(hook: string, number: number): Promise<void> {
  const response = await request(hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: order(number),
    dispatcher: agent,
  });
  const body = await response.body.text();
  if (!body.includes('"accepted"')) throw new Error(`answered ${response.statusCode} ${body}`);
}

/** What is measured in a round, in this order. */
async function round(atOnce: number) {
  const hooks = await newHooks(Math.ceil(perRound / perWorkspace));
  const measured = { total: perRound, atOnce };
  return {
    bare: await load(() => startBareRun(client, randomUUID()), measured),
    served: await load((n) => deliver(starting.url, n), measured),
    kept: await load((n) => deliver(keeping.url, n), measured),
    ours: await load((n) => deliver(hooks[n % hooks.length] ?? '', n), measured),
  };
}

type Round = Awaited<ReturnType<typeof round>>;

function shown(rounds: readonly Round[], who: keyof Round): string {
  const of = (pick: (series: Series) => number) => median(rounds.map((one) => pick(one[who])));
  const [p50, p99] = [ms(of(({ p50Ms }) => p50Ms)), ms(of(({ p99Ms }) => p99Ms))];
  return `${perSecond(of((series) => series.perSecond))}, p50 ${p50}, p99 ${p99}`;
}

try {
  await round(16);
  for (const atOnce of [1, 16, 64]) {
    const results: Round[] = [];
    for (let n = 0; n < rounds; n += 1) results.push(await round(atOnce));
    const beside = (
      yardstick: Exclude<keyof Round, 'ours'>,
      name: string,
      goal: { atLeast: number } | null,
    ) =>
      report({
        name,
        ours: shown(results, 'ours'),
        yardstick: shown(results, yardstick),
        ratio: median(results.map((one) => one.ours.perSecond / one[yardstick].perSecond)),
        goal,
      });
    beside('bare', `${atOnce} at once`, { atLeast: 0.9 });
    beside('served', `${atOnce} at once, and a bare server that starts the workflow`, null);
    beside('kept', `${atOnce} at once, and a bare server that stores the body, starts and marks it`, null);
  }
} finally {
  await starting.end();
  await keeping.end();
  await close();
  await stop();
}
