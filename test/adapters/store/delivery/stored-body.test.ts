import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createFolderBlobs } from '#blobs/folder.ts';
import { newId } from '#domain/ids.ts';
import { noStorageLimits } from '#domain/storage-limits.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { withBuffers } from '#store/connection/connect.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { stripRun } from '#store/erasure/strip-run.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { createStorage } from '#store/workspace/storage.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('stored-body-');
let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const order = (lines: number) =>
  JSON.stringify({
    id: newId('delivery'),
    lines: Array.from({ length: lines }, (_, n) => ({ sku: `A-${n}`, n })),
  });
const text = (bytes: number) => Buffer.from('Ring twice. '.repeat(bytes)).subarray(0, bytes);

type StoredAs = 'string' | 'list';
const bodies: readonly (readonly [name: string, body: Buffer, storedAs: StoredAs])[] = [
  ['empty', Buffer.alloc(0), 'string'],
  ['of one byte', Buffer.from([0]), 'string'],
  ...[1_023, 1_024].map((bytes) => [`of ${bytes} bytes`, text(bytes), 'string'] as const),
  ...[1_025, 1_026].map((bytes) => [`of ${bytes} bytes`, text(bytes), 'list'] as const),
  ['of random bytes', randomBytes(3_000), 'string'],
  ['a frame of Zstandard', Buffer.concat([Buffer.from('28b52ffd', 'hex'), randomBytes(2_000)]), 'string'],
  ['JSON of 2 kB', Buffer.from(order(80)), 'list'],
  ['with every byte', Buffer.from(Array.from({ length: 4_096 }, (_, n) => n % 256)), 'list'],
  ['JSON of 1 MB', Buffer.from(order(37_000)), 'list'],
  ['of a million random bytes', randomBytes(1_000_000), 'string'],
];

async function setUp() {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const content = { name: 'Orders', instructions: 'Summarise.', filter: null, agentId: newId('agent') };
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const { id: automationId } = await createAutomations({ redis, vault }).create(workspaceId, content);
  const hook = { workspaceId, automationId };
  const admissions = createAdmissions({ redis, storageLimits: noStorageLimits });
  const runs = createRuns({ redis });
  const blobs = createFolderBlobs({ folder: folder() });
  const deliveries = createDeliveries({ redis, blobs, workflowUrl: () => null });

  async function accept(body: Buffer) {
    const arrival = arrivalWith({ contentType: 'text/plain', body });
    expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toMatchObject({ status: 'claimed' });
    const key = keys.body(workspaceId, arrival.deliveryId);
    expect(await redis.pTTL(key)).toBeGreaterThan(0);
    await admissions.confirm(hook, arrival.deliveryId);
    expect(await redis.pTTL(key)).toBe(-1);
    const run = { kind: 'delivery', ...hook, deliveryId: arrival.deliveryId } as const;
    await runs.begin(run, 'temporal-run', 'n'.repeat(32));
    return { run, key };
  }
  const shown = async ({ deliveryId }: { readonly deliveryId: string }) => {
    const { arrived } = (await deliveries.find(workspaceId, deliveryId))!;
    return { arrived, body: await deliveries.body(workspaceId, deliveryId) };
  };
  const archive = () =>
    createArchiver({ redis, blobs, archiveAfterHours: 0, now: () => Date.now() + 1_000 }).archiveEnded(
      workspaceId,
    );
  const storedBytes = async () => (await createStorage({ redis }).of(workspaceId)).storedBytes;
  return { redis, hook, runs, deliveries, admissions, accept, shown, archive, storedBytes };
}

test.each(bodies)('a body %s is read back byte by byte, hot and archived', async (_, body, storedAs) => {
  const { redis, runs, accept, shown, archive } = await setUp();
  const { run, key } = await accept(body);
  expect(await redis.type(key)).toBe(storedAs);
  const context = await runs.context(run);
  expect(body.equals(context.delivery.body)).toBe(true);
  const hot = await shown(run);
  expect(hot.body?.equals(body)).toBe(true);
  expect(hot.arrived).toMatchObject({ sizeBytes: body.byteLength, truncated: body.byteLength > 65_536 });
  expect(hot.arrived.text).toBe(body.subarray(0, 65_536).toString());
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  expect(await archive()).toEqual({ done: 1, failures: [] });
  expect(await redis.exists(key)).toBe(0);
  const archived = await shown(run);
  expect(archived.body?.equals(body)).toBe(true);
  expect(archived.arrived).toEqual(hot.arrived);
});

test.each(bodies)('a body %s counts as it arrived, and an erasure leaves none of it', async (_, body) => {
  const { redis, hook, runs, accept, storedBytes } = await setUp();
  const { run, key } = await accept(body);
  const fields = async () => {
    const {
      storedBytes: stored,
      hotBytes,
      ...others
    } = await redis.hGetAll(keys.run(hook.workspaceId, run.deliveryId));
    const bytes = Buffer.byteLength(Object.entries(others).flat().join(''));
    return { stored: Number(stored), hot: Number(hotBytes), bytes };
  };
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  const ended = await fields();
  expect([ended.stored, ended.hot, await storedBytes()]).toEqual(
    Array.from({ length: 3 }, () => ended.bytes + body.byteLength),
  );
  await stripRun({ redis, now: Date.now }, run);
  expect(await redis.exists(key)).toBe(0);
  const erased = await fields();
  expect([erased.stored, await storedBytes()]).toEqual([erased.bytes, erased.bytes]);
});

test('a skipped delivery keeps its packed body, and its size counts towards what is kept', async () => {
  const { redis, hook, admissions, shown } = await setUp();
  const body = Buffer.from(order(80));
  const arrival = arrivalWith({ body });
  const skipping = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
  expect(await admissions.skip(hook, arrival, skipping)).toBe('kept');
  expect(await redis.type(keys.body(hook.workspaceId, arrival.deliveryId))).toBe('list');
  expect((await shown(arrival)).body?.equals(body)).toBe(true);
  const kept = keys.keptDeliveries(hook.workspaceId, hook.automationId);
  expect(await redis.hGet(kept, arrival.deliveryId)).toBe(String(body.byteLength));
});

test.each([
  ['GET', (key: string) => connection.redis.get(key)],
  ['GETRANGE', (key: string) => connection.redis.getRange(key, 0, 9)],
  ['STRLEN', (key: string) => connection.redis.strLen(key)],
])('a packed body fails for an earlier release, which reads it by %s', async (_, read) => {
  const { accept } = await setUp();
  const { key } = await accept(Buffer.from(order(80)));
  await expect(read(key)).rejects.toThrow('WRONGTYPE');
});

test('a body of which nothing can be unpacked is read as an error, never as another body', async () => {
  const { redis, runs, accept, shown } = await setUp();
  const { run, key } = await accept(Buffer.from(order(80)));
  const packed = (await withBuffers(redis).lIndex(key, 0))!;
  for (const damaged of [packed.subarray(0, -1), Buffer.from(packed).fill(0xff, 20, 24), Buffer.alloc(0)]) {
    await redis.lSet(key, 0, damaged);
    await expect(runs.context(run)).rejects.toThrow();
    await expect(shown(run)).rejects.toThrow();
  }
});
