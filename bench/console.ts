/**
 * The web console: pages of a workspace with 1,000,000 stored deliveries beside those of one with 1,000, in turns; what
 * pages weigh; and how soon 200 readers see the end of a run.
 *
 *   node bench/console.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { connectRedis } from '#store/connection/connect.ts';
import { comparePages } from './support/compare-pages.ts';
import { type ConsoleReader, openReader } from './support/console-reader.ts';
import { type SeededWorkspace, seedWorkspace } from './support/console-seed.ts';
import { measureLive } from './support/console-live.ts';
import { weigh } from './support/console-weight.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';
import { freePort } from '#platform/free-port.ts';

const few = 1_000;
const many = unlessQuick(1_000_000, 20_000);
const rounds = unlessQuick(7, 1);
const perRound = 60;
const warmUpCalls = 20;
const readers = unlessQuick(200, 20);
const runs = unlessQuick(20, 3);

const servers = await startServers();
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const key = randomBytes(32);
const env = {
  PORT: String(port),
  METRICS_PORT: '0',
  PUBLIC_URL: url,
  REDIS_URL: servers.redisUrl,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${key.toString('base64')}`,
  LOG_LEVEL: 'error',
};
const redis = await connectRedis(servers.redisUrl, () => undefined);
const service = { redis, key, url };

interface Side {
  readonly workspace: SeededWorkspace;
  readonly reader: ConsoleReader;
}

/** The requested pages, for a workspace with `count` deliveries. */
const questions: Readonly<Record<string, (count: number) => string>> = {
  'the activity': () => '/console/activity',
  'the activity, one outcome': () => '/console/activity?outcome=skipped',
  'search by event id': (count) => `/console/activity?q=evt-${Math.floor(count / 2)}`,
  'search by reference': (count) => `/console/activity?q=order-${Math.floor(count / 2)}`,
  'the page of a reference': (count) => `/console/references/order-${Math.floor(count / 2)}`,
};

async function newSide(count: number): Promise<Side> {
  const workspace = await seedWorkspace(service, count);
  return { workspace, reader: await openReader(service, workspace.token) };
}

const api = await startProcess('api/main.ts', env);
try {
  const [small, large] = [await newSide(few), await newSide(many)];
  await comparePages(questions, {
    readers: { small: small.reader, large: large.reader },
    counts: { small: few, large: many },
    rounds,
    perRound,
    warmUpCalls,
    goal: { atMost: 1.2 },
  });
  const [deliveryId] = large.workspace.deliveryIds;
  await weigh(large.reader, [
    '/console/automations',
    '/console/activity',
    '/console/references/order-1',
    `/console/deliveries/${deliveryId}`,
    `/console/deliveries/${deliveryId}/curl`,
  ]);
  const worker = await startProcess('worker/main.ts', { ...env, EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8' });
  try {
    await measureLive(service, { readers, runs });
  } finally {
    await worker.stop();
  }
  await small.reader.close();
  await large.reader.close();
} finally {
  await redis.close();
  await api.stop();
  await servers.stop();
}
