/**
 * Intake against bare Temporal, side by side in one run: accepted deliveries (look-up, admission, record, start,
 * confirm, over HTTP) and nothing but StartWorkflow, with the same workflow and the same input, no worker running.
 *
 *   node bench/intake.ts
 */
import { randomUUID } from 'node:crypto';

import { request } from 'undici';

import { freePort } from '#platform/free-port.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { perWorkspace, startIntakeApi } from './support/intake-api.ts';
import { load, median, type Series } from './support/load.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { createShownRunStart, startBareRun } from './bare/start-bare-run.ts';

const rounds = unlessQuick(5, 1);
const perRound = 256;

const { agent, newHooks, redisUrl, stop } = await startIntakeApi({ logLevel: 'warn' });
const { client, close } = await connectTemporal();
const keeping = await startBareServer({ REDIS_URL: redisUrl });
const showing = await startBareServer({ REDIS_URL: redisUrl, SHOWN: 'yes' });
const startShown = createShownRunStart(client);

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

const sides = ['bare', 'shown', 'kept', 'keptAndShown', 'ours'] as const;
type Side = (typeof sides)[number];
type Round = Readonly<Record<Side, Series>>;

/** One series of each side; which of them comes first changes from round to round. */
async function round(atOnce: number, number: number): Promise<Round> {
  const hooks = await newHooks(Math.ceil(perRound / perWorkspace));
  const work: Readonly<Record<Side, (n: number) => Promise<unknown>>> = {
    bare: () => startBareRun(client, randomUUID()),
    shown: () => startShown(randomUUID()),
    kept: (n) => deliver(keeping.url, n),
    keptAndShown: (n) => deliver(showing.url, n),
    ours: (n) => deliver(hooks[n % hooks.length] ?? '', n),
  };
  const measured: Partial<Record<Side, Series>> = {};
  for (const index of sides.keys()) {
    const side = sides[(index + number) % sides.length]!;
    measured[side] = await load(work[side], { total: perRound, atOnce });
  }
  return measured as Round;
}

function speedOf(rounds: readonly Round[], who: Side): string {
  const of = (pick: (series: Series) => number) => median(rounds.map((one) => pick(one[who])));
  const [p50, p99] = [ms(of(({ p50Ms }) => p50Ms)), ms(of(({ p99Ms }) => p99Ms))];
  return `${perSecond(of((series) => series.perSecond))}, p50 ${p50}, p99 ${p99}`;
}

const yardsticks = {
  bare: '',
  shown: ', and a StartWorkflow with the same search attributes, summary and details',
  kept: ', and a bare server that stores the body, starts and marks it',
  keptAndShown: ', and a bare server that stores the body, starts it with the same and marks it',
} as const satisfies Partial<Record<Side, string>>;

try {
  await round(16, 0);
  for (const atOnce of [1, 16, 64]) {
    const results: Round[] = [];
    for (let n = 0; n < rounds; n += 1) results.push(await round(atOnce, n));
    for (const [side, name] of Object.entries(yardsticks) as [keyof typeof yardsticks, string][])
      report({
        name: `${atOnce} at once${name}`,
        ours: speedOf(results, 'ours'),
        yardstick: speedOf(results, side),
        ratio: median(results.map((one) => one.ours.perSecond / one[side].perSecond)),
        goal: side === 'bare' ? { atLeast: 0.9 } : null,
      });
  }
} finally {
  await keeping.end();
  await showing.end();
  await close();
  await stop();
}
