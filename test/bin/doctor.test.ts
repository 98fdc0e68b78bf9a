import { randomUUID } from 'node:crypto';
import { readFile, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { composeLimitsLook } from '#bin/doctor/compose-limits.ts';
import { diskRateLook } from '#bin/doctor/disk-rate.ts';
import { publicUrlLook } from '#bin/doctor/public-url.ts';
import { startTemporal, type TemporalServer } from '#bin/embedded/temporal.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { serviceProofs } from '#store/service-proofs.ts';
import { registerNamespace } from '#temporal/register-namespace.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { startLoopbackServer } from '#test/support/loopback-server.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { pollOnce } from '#test/support/poll-once.ts';
import { redisServer, untilReplicated } from '#test/support/redis-server.ts';
import { runCommand } from '#test/support/reveille.ts';
import { testTemporal } from '#test/support/service.ts';
import { folderOfFile, newDataDir, temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';

/** An operator's own. */
const folder = folderOfFile('reveille-temporal-');
let temporal: TemporalServer;
beforeAll(async () => {
  temporal = await startTemporal({ dataDir: folder(), inMemory: true, log: () => {} });
});
afterAll(() => temporal?.stop());

/** The state of each check in the output of the doctor: yes, no or -. */
const statesOf = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^(yes|no|-) +([^:\n]+): /gm)].map(([, state, what]) => [what, state]),
  );

async function startRedis(settings: Readonly<Record<string, string | readonly string[]>> = {}) {
  const server = await redisServer(path.join(await temporaryFolder('reveille-doctor-'), 'redis'));
  server.start(settings);
  onTestFinished(() => server.signal('SIGKILL'));
  await until('Redis answers', async () => (await server.ask('PING')) === 'PONG', { timeoutMs: 60_000 });
  return server;
}

/** A namespace in which all is there, with a worker that asked for runs. */
async function preparedNamespace(): Promise<string> {
  const namespace = `doctor-${randomUUID()}`;
  process.env['TEMPORAL_NAMESPACE'] = namespace;
  await using prepared = await testTemporal(temporal.address);
  delete process.env['TEMPORAL_NAMESPACE'];
  const { client } = prepared.temporal;
  await registerNamespace(client, namespace, 7);
  await until(
    'the namespace is known',
    async () => await registerSearchAttributes(client, namespace).then(() => true),
    { timeoutMs: 60_000 },
  );
  await pollOnce({ ...prepared, runsQueue: taskQueues.runs });
  return namespace;
}

const masterKeys = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
/** The answer of an API with these keys at /healthz. */
const aliveWith = (url: string, key: Buffer) => ({
  status: 'ok',
  proof: serviceProofs(new URL(url, 'http://localhost').searchParams.get('challenge') ?? '', [
    { id: 'k1', key },
  ])[0],
});

/** A data folder whose last reading is a day old, when so many bytes less were used. */
async function dataDirAfter(grownBytes: (freeBytes: number) => number): Promise<string> {
  const dataDir = await newDataDir();
  const { bavail, bfree, blocks, bsize } = await statfs(dataDir);
  const usedBytes = (blocks - bfree) * bsize - grownBytes(bavail * bsize);
  const reading = { atMs: Date.now() - 24 * 3_600_000, usedBytes };
  await writeFile(path.join(dataDir, 'doctor-readings.json'), JSON.stringify([reading]));
  return dataDir;
}

it('says that all is well where it is, and sends a test alert', async () => {
  const primary = await startRedis({ maxmemory: '100mb' });
  const { host, port } = primary.address;
  await startRedis({ replicaof: [host, String(port)] });
  await untilReplicated(primary);
  await using mail = await startMailServer();
  const alerts: unknown[] = [];
  await using others = await startLoopbackServer((request, response) => {
    const answers: Readonly<Record<string, unknown>> = {
      '/healthz': aliveWith(request.url!, Buffer.alloc(32, 1)),
      '/api/v1/query': {
        data: { result: ['reveille-api', 'reveille-worker'].map((job) => ({ metric: { job } })) },
      },
      '/api/v1/rules': { data: { groups: [{ rules: [{ name: 'ReveilleNoApi' }] }] } },
      '/api/v2/alerts': alerts,
    };
    const body = JSON.stringify(answers[request.url!.split('?')[0]!]);
    if (request.method !== 'POST') return void response.end(body);
    request.setEncoding('utf8').on('data', (text: string) => alerts.push(...(JSON.parse(text) as unknown[])));
    request.on('end', () => response.end());
  });
  const settings = {
    REDIS_URL: primary.url,
    REDIS_MIN_REPLICAS: '1',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: await preparedNamespace(),
    PUBLIC_URL: others.origin,
    MASTER_KEYS: masterKeys,
    SMTP_URL: mail.url,
  };
  const args = ['--prometheus', others.origin, '--alertmanager', others.origin];
  const dataDir = await dataDirAfter((freeBytes) => freeBytes / 50);
  const { code, output } = await runCommand('doctor', dataDir, settings, args);
  const { 'memory, all limits': limits, ...states } = statesOf(output);
  expect(states, output).toEqual(Object.fromEntries(Object.keys(states).map((what) => [what, 'yes'])));
  // docker-compose.yml is not what runs here.
  expect(limits).toBe('-');
  expect(Object.keys(states)).toHaveLength(19);
  expect(output).toMatch(/^yes +disk, rate: .* a day since .*: full in [\d.]+ days$/m);
  expect(output).toMatch(
    /^yes +PUBLIC_URL: .* \(127\.0\.0\.1: loopback, .*From elsewhere: curl '.*\/healthz\?challenge=/m,
  );
  expect(output).toContain('1 of 1 have everything; REDIS_MIN_REPLICAS is 1');
  expect(output).toContain('keeps runs that have ended for 7 days');
  expect(alerts).toMatchObject([{ labels: { alertname: 'ReveilleTestAlert', severity: 'page' } }]);
  expect(code).toBe(0);
});

it('names what is not well and what to do about it, and ends with 1', async () => {
  const redis = await startRedis({ appendfsync: 'everysec' });
  await using others = await startLoopbackServer((request, response) => {
    const isQuery = request.url?.startsWith('/api/v1/query') === true;
    response.end(isQuery ? '{"data":{"result":[]}}' : '<h1>It works!</h1>');
  });
  const settings = {
    REDIS_URL: redis.url,
    REDIS_MIN_REPLICAS: '1',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: `absent-${randomUUID()}`,
    PUBLIC_URL: others.origin,
    BLOBS_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=false',
    SMTP_URL: 'smtp://user:a-password@127.0.0.1:1',
  };
  const args = ['--prometheus', others.origin, '--alertmanager', 'http://127.0.0.1:1'];
  const dataDir = await dataDirAfter((freeBytes) => freeBytes / 2);
  const { code, output } = await runCommand('doctor', dataDir, settings, args);
  expect(statesOf(output)).toMatchObject({
    'disk, rate': 'no',
    redis: 'yes',
    'redis, settings': 'no',
    'redis, memory': 'no',
    'redis, replica': 'no',
    blobs: 'no',
    'temporal, namespace': 'no',
    PUBLIC_URL: 'no',
    prometheus: 'no',
    'a test alert': 'no',
    'mail server': 'no',
  });
  expect(output).toContain('Redis has appendfsync everysec');
  expect(output).toMatch(/full in \d\.\d days\n {5}Make room/);
  expect(output).toContain('Run the set-up step');
  expect(output).toContain('it scrapes no reveille-api and no reveille-worker');
  expect(output).not.toContain('a-password');
  expect(code).toBe(1);
});

it('asks before the start for nothing that the service itself does', async () => {
  const redis = await startRedis({ maxmemory: '100mb' });
  const settings = { REDIS_URL: redis.url, PUBLIC_URL: 'https://hooks.invalid', TRUSTED_PROXY_HOPS: '1' };
  const { code, output } = await runCommand('doctor', await newDataDir(), settings, ['--before']);
  expect(statesOf(output)).toMatchObject({
    PUBLIC_URL: '-',
    'redis, replica': '-',
    temporal: '-',
    blobs: 'yes',
  });
  expect(code).toBe(0);
});

it('ends with 1 and a line where neither Redis nor Temporal answers', async () => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { code, output } = await runCommand('doctor', await newDataDir(), settings);
  expect(statesOf(output)).toMatchObject({ redis: 'no', temporal: 'no', 'redis, memory': '-', clock: '-' });
  expect(code).toBe(1);
});

it.each([
  ['another service', aliveWith, 'no', 'leads to another service of this kind'],
  ['an earlier version', () => ({ status: 'ok' }), 'no', 'or one of an earlier version'],
] as const)('tells %s from this one at PUBLIC_URL', async (_, answer, state, found) => {
  await using other = await startLoopbackServer((request, response) => {
    response.end(JSON.stringify(answer(request.url!, Buffer.alloc(32, 2))));
  });
  const masterKeys = [{ id: 'k1', key: Buffer.alloc(32, 1) }];
  const look = publicUrlLook({ publicUrl: other.origin, proxyHops: 0, masterKeys, isBefore: false });
  expect(await look.look()).toMatchObject({ state, found: expect.stringContaining(found) as string });
});

it('knows the rate of a disk from the second run on, and keeps a reading an hour', async () => {
  const dataDir = await newDataDir();
  const { look } = diskRateLook(dataDir);
  const readings = () => readFile(path.join(dataDir, 'doctor-readings.json'), 'utf8');
  expect(await look()).toMatchObject({ state: '-' });
  const first = await readings();
  expect(await look()).toMatchObject({ state: '-' });
  expect(await readings()).toBe(first);
  // One that was cut off is begun anew.
  await writeFile(path.join(dataDir, 'doctor-readings.json'), first.slice(0, 9));
  expect(await look()).toMatchObject({ state: '-' });
  expect(JSON.parse(await readings())).toHaveLength(1);
});

it('adds up the limits of docker-compose.yml where it is what runs', async () => {
  expect(await composeLimitsLook(undefined).look()).toMatchObject({ state: '-' });
  const found = expect.stringContaining('take 17.7 GB, 23.9 GB with every profile') as string;
  expect(await composeLimitsLook('temporal:7233', 24e9).look()).toEqual({
    state: 'yes',
    found: expect.stringContaining('the machine has 24.0 GB') as string,
  });
  expect(await composeLimitsLook('temporal:7233', 16e9).look()).toMatchObject({ state: 'no', found });
});
