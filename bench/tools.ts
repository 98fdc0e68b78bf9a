/**
 * The text tools of the API as deployed (default quota in Redis, log, metrics, all headers), called by many clients,
 * against a bare Koa JSON echo of the same body, at 1, 16 and 64 at once. Also against one that also counts each call in
 * Redis, logs it and tries patterns in a thread, which shows what these cost alone; then the latency of light tools
 * while other callers keep every heavy thread busy.
 *
 *   node bench/tools.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { Agent, request } from 'undici';

import { ms, perSecond, report } from './support/figures.ts';
import { load, median, type Series } from './support/load.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';
import { freePort } from '#platform/free-port.ts';
import { endlessMarkdown } from '#test/support/endless-markdown.ts';

const rounds = unlessQuick(15, 2);
const perRound = 1000;
const light = JSON.stringify({
  tool: 'upper-case',
  params: { text: 'the quick brown fox jumps over the lazy dog' },
});
const threaded = JSON.stringify({
  tool: 'regex-extract',
  params: { text: 'order 17, order 18', pattern: '\\d+' },
});
const heavy = JSON.stringify({ tool: 'strip-markdown', params: { text: endlessMarkdown } });

const agent = new Agent({ connections: 64, pipelining: 1 });
const ports = { echo: await freePort(), counted: await freePort(), tools: await freePort() };
const echo = await startProcess('bench/bare/echo.ts', { PORT: String(ports.echo) });
const servers = await startServers();
const counted = await startProcess('bench/bare/counted-echo.ts', {
  PORT: String(ports.counted),
  REDIS_URL: servers.redisUrl,
});
const tools = await startProcess('api/main.ts', {
  PORT: String(ports.tools),
  METRICS_PORT: '0',
  REDIS_URL: servers.redisUrl,
  TEMPORAL_ADDRESS: servers.temporalAddress,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  TRUSTED_PROXY_HOPS: '1',
});

/** `client` is the address that identifies the caller. */
async function post(port: number, body: string, client: string): Promise<number> {
  const response = await request(`http://127.0.0.1:${port}/api/tools/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body,
    dispatcher: agent,
  });
  await response.body.text();
  return response.statusCode;
}

let requests = 0;
/** Switches to a new client before one reaches the default quota. */
function nextClient(): string {
  const client = Math.floor((requests += 1) / 50);
  return `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
}

async function expectOk(port: number, body: string): Promise<void> {
  const status = await post(port, body, nextClient());
  if (status !== 200) throw new Error(`answered ${status}`);
}

const of = (series: readonly Series[], pick: (one: Series) => number) => median(series.map(pick));

interface Comparison {
  readonly name: string;
  readonly body: string;
  readonly atOnce: number;
  readonly yardstick: 'echo' | 'counted';
}

async function compare({ name, body, atOnce, yardstick }: Comparison): Promise<void> {
  const ours: Series[] = [];
  const bare: Series[] = [];
  for (let n = 0; n < rounds; n += 1) {
    bare.push(await load(() => expectOk(ports[yardstick], body), { total: perRound, atOnce }));
    ours.push(await load(() => expectOk(ports.tools, body), { total: perRound, atOnce }));
  }
  const ratio = median(ours.map(({ perSecond }, n) => perSecond / (bare[n]?.perSecond ?? Number.NaN)));
  const shown = (series: readonly Series[]) =>
    `${perSecond(of(series, (one) => one.perSecond))}, p99 ${ms(of(series, ({ p99Ms }) => p99Ms))}`;
  report({
    name: `${name}, ${atOnce} at once${yardstick === 'echo' ? '' : ', and a bare server that counts and logs'}`,
    ours: shown(ours),
    yardstick: shown(bare),
    ratio,
    goal: atOnce === 16 && yardstick === 'echo' ? { atLeast: 0.8 } : null,
  });
}

/** Sequential light calls, first alone, then while four callers send only heavy ones. */
async function besideHeavy(name: string, body: string): Promise<void> {
  const alone = await load(() => expectOk(ports.tools, body), { total: 300, atOnce: 1 });
  let isOver = false;
  const statuses: number[] = [];
  const hogs = Array.from({ length: 4 }, async (_, number) => {
    while (!isOver) statuses.push(await post(ports.tools, heavy, `198.51.100.${number}`));
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const beside = await load(() => expectOk(ports.tools, body), { total: 1500, atOnce: 1 }).finally(() => {
    isOver = true;
  });
  await Promise.all(hogs);
  const shown = (series: Series) => `p50 ${ms(series.p50Ms)}, p99 ${ms(series.p99Ms)}`;
  report({
    name: `${name} beside ${statuses.length} heavy calls, and alone`,
    ours: shown(beside),
    yardstick: shown(alone),
    ratio: beside.p50Ms / alone.p50Ms,
    goal: null,
  });
}

try {
  await load(() => expectOk(ports.echo, light), { total: perRound, atOnce: 16 });
  await load(() => expectOk(ports.tools, light), { total: perRound, atOnce: 16 });
  const inThread = { name: 'upper-case in the calling thread', body: light };
  for (const atOnce of [1, 16, 64]) await compare({ ...inThread, atOnce, yardstick: 'echo' });
  await compare({ ...inThread, atOnce: 16, yardstick: 'counted' });
  await load(() => expectOk(ports.tools, threaded), { total: perRound, atOnce: 16 });
  const inWorker = { name: 'regex-extract in a worker thread', body: threaded };
  for (const atOnce of [1, 16, 64]) await compare({ ...inWorker, atOnce, yardstick: 'echo' });
  await compare({ ...inWorker, atOnce: 16, yardstick: 'counted' });
  await besideHeavy('upper-case', light);
  await besideHeavy('regex-extract', threaded);
} finally {
  await agent.close();
  await echo.stop();
  await counted.stop();
  await tools.stop();
  await servers.stop();
}
