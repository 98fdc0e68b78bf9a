import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Agent, request } from 'undici';

import { startRedis } from '#bin/embedded/redis.ts';
import { openBlobs } from '#blobs/open.ts';
import { freePort } from '#platform/free-port.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { openReader } from './console-reader.ts';
import { load } from './load.ts';
import { startProcess } from './process.ts';
import { createHooks } from './intake-hooks.ts';
import { fillYears } from './years-fill.ts';
import { createSweep } from '#test/support/sweep.ts';

interface Options {
  /** How many deliveries are stored. */
  readonly count: number;
  /** The master key, 32 bytes. */
  readonly key: Buffer;
  readonly temporalAddress: string;
}

/** The deliveries of one round; each workspace takes eight, as no worker runs. */
const perRound = 320;
const atOnce = 16;
const dayMs = 24 * 60 * 60_000;

/** An API without a worker, on a Redis and a blob store of its own in which so many deliveries are archived. */
export async function startYears({ count, key, temporalAddress }: Options) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-years-'));
  const server = await startRedis({ dataDir, log: (line) => console.error(line), endsWithUs: true });
  const redis = await connectRedis(server.url, () => undefined);
  const blobs = openBlobs({ DATA_DIR: dataDir });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const filled = await fillYears({ service: { redis, key, url }, blobs, count });
  const api = await startProcess('api/main.ts', {
    PORT: String(port),
    METRICS_PORT: '0',
    PUBLIC_URL: url,
    REDIS_URL: server.url,
    TEMPORAL_ADDRESS: temporalAddress,
    DATA_DIR: dataDir,
    ADMIN_TOKEN: randomUUID(),
    MASTER_KEYS: `k1:${key.toString('base64')}`,
    LOG_LEVEL: 'warn',
  });
  const reader = await openReader({ redis, key, url }, filled.token);
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const newHooks = createHooks({ redis, key, url });
  // Everything was looked at, and nothing is noted any more.
  const sweepAt = createSweep({ redis, blobs, key });
  const startMs = Date.now();
  for (const laterMs of [0, dayMs / 24, dayMs / 24]) await sweepAt(startMs + laterMs)();
  const sweep = sweepAt(startMs + dayMs / 12);

  /** How many deliveries are accepted per second. */
  async function deliverMany(): Promise<number> {
    const hooks = await newHooks(Math.ceil(perRound / 8));
    const deliver = (number: number) => post(hooks[number % hooks.length] ?? '', number);
    return (await load(deliver, { total: perRound, atOnce })).perSecond;
  }

  async function post(hook: string, number: number): Promise<void> {
    const response = await request(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event_id: `new-${number}`, order: { id: number, status: 'paid' } }),
      dispatcher: agent,
    });
    const body = await response.body.text();
    if (!body.includes('"accepted"')) throw new Error(`answered ${response.statusCode} ${body}`);
  }

  async function stop(): Promise<void> {
    await reader.close();
    await agent.close();
    await api.stop();
    await redis.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }

  return { sizes: filled.sizes, reader, sweep, deliverMany, stop };
}

export type Years = Awaited<ReturnType<typeof startYears>>;
