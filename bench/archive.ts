/**
 * The archive of old deliveries in a bucket, by one worker and by two: archived per second, and the processor time of each part for one.
 * Workers are processes, with Temporal, Redis and an S3 server as in production.
 *
 *   node bench/archive.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { newId } from '#domain/ids.ts';
import { eachAtOnce } from '#domain/each-at-once.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { arrivalWith } from '#test/support/run.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';
import { withCpuTime } from './support/cpu-time.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { median } from './support/load.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

if (s3Command === undefined) throw new Error('There is no S3 server: npm test builds it.');

const rounds = unlessQuick(3, 1);
const [workspaces, deliveriesOfEach] = [48, 40];
const perRound = workspaces * deliveriesOfEach;
const body = randomBytes(1_024).toString('hex');

const servers = await startServers();
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const s3 = await startS3Server(servers.dataDir);
const key = randomBytes(32);
const redis = await connectRedis(servers.redisUrl, () => undefined);
const { client, close } = await connectTemporal();
const admissions = createAdmissions({ redis });
const runs = createRuns({ redis });
const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });

const startWorker = (blobsUrl: string) =>
  startProcess('worker/main.ts', {
    METRICS_PORT: '0',
    REDIS_URL: servers.redisUrl,
    BLOBS_URL: blobsUrl,
    ADMIN_TOKEN: randomUUID(),
    MASTER_KEYS: `k1:${key.toString('base64')}`,
    LOG_LEVEL: 'error',
  });

/** Deliveries of 2 kB that ended long ago, in many workspaces. */
async function fill(): Promise<readonly string[]> {
  const ids = Array.from({ length: workspaces }, () => newId('workspace'));
  await eachAtOnce(ids, 8, async (workspaceId) => {
    const content = { name: 'Bench', instructions: 'Summarise.', filter: null, agentId: newId('agent') };
    const { id: automationId } = await automations.create(workspaceId, content);
    await redis.zAdd(keys.workspaces(), { score: Date.now(), value: workspaceId });
    for (let n = 0; n < deliveriesOfEach; n += 1) {
      const deliveryId = newId('delivery');
      const run = { kind: 'delivery', workspaceId, automationId, deliveryId } as const;
      const arrival = arrivalWith({ deliveryId, eventId: deliveryId, body: Buffer.from(body) });
      await admissions.admit(run, arrival, { attempt: 'started' });
      await admissions.confirm(run, deliveryId);
      await runs.finish(run, { outcome: 'failed', reason: 'Over.' });
      await redis.zAdd(keys.archiveDue(workspaceId), { score: 1, value: deliveryId });
    }
  });
  return ids;
}

const parts = ['workers', 'Redis', 'S3 server', 'Temporal'] as const;

async function measure(workerPids: readonly number[]) {
  const ids = await fill();
  const { redis: redisPid, temporal } = servers.pids;
  const pids = {
    ...Object.fromEntries(workerPids.map((pid, n) => [`worker ${n}`, pid])),
    Redis: redisPid,
    'S3 server': s3.pid,
    Temporal: temporal,
  } as Readonly<Record<string, number>>;
  const beganMs = performance.now();
  const { cpuMs } = await withCpuTime(pids, () =>
    client.workflow.execute('sweep', { workflowId: randomUUID(), taskQueue: taskQueues.runs, args: [] }),
  );
  const tookMs = performance.now() - beganMs;
  for (const id of ids)
    if ((await redis.zCard(keys.archiveDue(id))) > 0) throw new Error('Not all was archived.');
  const workers = workerPids.reduce((sum, _, n) => sum + (cpuMs[`worker ${n}`] ?? 0), 0);
  const ofOne = Object.fromEntries(
    parts.map((part) => [part, (part === 'workers' ? workers : (cpuMs[part] ?? 0)) / perRound]),
  ) as Record<(typeof parts)[number], number>;
  return { perSecond: (perRound / tookMs) * 1_000, ofOne };
}

/** The way to the S3 server, on which each answer takes longer, as from a bucket far away. */
async function delayed(delayMs: number) {
  const to = new URL(s3.url);
  const address = { port: Number(to.port), host: to.hostname };
  const proxy = createServer((socket) => {
    const server = connect(address);
    socket.pipe(server);
    server.on('data', (data) => setTimeout(() => socket.write(data), delayMs));
    server.on('error', () => socket.destroy());
    socket.on('error', () => server.destroy());
    socket.on('close', () => server.destroy());
    server.on('close', () => setTimeout(() => socket.end(), delayMs));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  to.port = String((proxy.address() as AddressInfo).port);
  return { url: to.href, close: () => proxy.close() };
}

/** One worker and two take turns. */
async function compare(title: string, blobsUrl: string): Promise<void> {
  const one: Awaited<ReturnType<typeof measure>>[] = [];
  const two: typeof one = [];
  const first = await startWorker(blobsUrl);
  await measure([first.pid]);
  for (let n = 0; n < rounds; n += 1) {
    one.push(await measure([first.pid]));
    const second = await startWorker(blobsUrl);
    two.push(await measure([first.pid, second.pid]));
    await second.stop();
  }
  await first.stop();
  report({
    name: title,
    ours: perSecond(median(two.map((r) => r.perSecond))),
    yardstick: perSecond(median(one.map((r) => r.perSecond))),
    ratio: median(two.map((r, n) => r.perSecond / one[n]!.perSecond)),
    goal: null,
  });
  for (const part of parts) {
    const [ours, yardstick] = [two, one].map((some) => median(some.map(({ ofOne }) => ofOne[part])));
    report({
      name: `${title}, processor time for one, ${part}`,
      ours: ms(ours!),
      yardstick: ms(yardstick!),
      ratio: null,
      goal: null,
    });
  }
}

const far = await delayed(30);
try {
  await compare('a bucket on this machine', s3.url);
  await compare('a bucket that answers 30 ms later', far.url);
} finally {
  far.close();
  await close();
  await redis.close();
  await s3[Symbol.asyncDispose]();
  await servers.stop();
}
