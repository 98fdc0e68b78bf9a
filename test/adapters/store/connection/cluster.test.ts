import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createFolderBlobs } from '#blobs/folder.ts';
import { newId } from '#domain/ids.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { probeWrite } from '#store/condition.ts';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { durabilityWarnings } from '#store/connection/durability.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createLive } from '#store/live/live.ts';
import { readMemory } from '#store/connection/memory.ts';
import { createQuotaStore } from '#store/quota.ts';
import { keys } from '#store/records/index.ts';
import { createTokens } from '#store/token/tokens.ts';
import { redisCluster } from '#test/support/redis-cluster.ts';
import { arrivalWith, beginRun, planRequest } from '#test/support/run.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { createSweep } from '#test/support/sweep.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('reveille-cluster-');
let cluster: Awaited<ReturnType<typeof redisCluster>>;
let redis: Redis;
beforeAll(async () => {
  cluster = await redisCluster(folder());
  await cluster.start();
  redis = await connectRedis(cluster.url, () => undefined);
});
afterAll(async () => {
  await redis.close();
  await cluster.stop();
});

const dayMs = 86_400_000;
const key = Buffer.alloc(32, 7);
const blobs = () => createFolderBlobs({ folder: `${folder()}/blobs` });

/** Enough of them that no node is without one. */
const runsOnEveryNode = async () =>
  await Promise.all(Array.from({ length: 12 }, async () => await beginRun(redis)));

describe('on a cluster of three nodes', () => {
  test('deliveries of all nodes are accepted once, run, and end', async () => {
    for (const { run, runs, admissions, deliveries } of await runsOnEveryNode()) {
      const { workspaceId, deliveryId } = run;
      const again = arrivalWith({ deliveryId, body: Buffer.from('another') });
      expect(await admissions.admit(run, again, { attempt: 'new' })).toMatchObject({ status: 'duplicate' });
      await planRequest(runs, run, 'POST');
      const call = await runs.openCall(run, 'c1');
      expect(await call.markSending({})).toBe('written');
      await call.settle({ state: 'not-sent' });
      expect(await runs.finish(run, { outcome: 'succeeded', reason: null })).toMatchObject({ isFirst: true });
      expect(await deliveries.find(workspaceId, deliveryId)).toMatchObject({
        outcome: 'succeeded',
        repeats: [{ differs: true }],
        arrived: { text: '{"id":1}' },
      });
      expect(await deliveries.body(workspaceId, deliveryId)).toEqual(Buffer.from('{"id":1}'));
      const found = await deliveries.search(workspaceId, {}, { limit: 10 });
      expect(found.items).toMatchObject([{ deliveryId }]);
    }
    for (const node of cluster.nodes) expect(Number(await node.ask('DBSIZE'))).toBeGreaterThan(0);
  });

  test('a replay is a delivery of its own, and a withdrawn claim leaves nothing', async () => {
    const { run, admissions, deliveries } = await beginRun(redis);
    const replay = arrivalWith({ replayOf: run.deliveryId, reference: 'Order 7' });
    expect(await admissions.admit(run, replay, { attempt: 'new' })).toMatchObject({ by: 'first' });
    expect(await admissions.confirm(run, replay.deliveryId)).toBe('confirmed');
    expect(await deliveries.find(run.workspaceId, replay.deliveryId)).toMatchObject({
      replayOf: run.deliveryId,
    });
    const found = await deliveries.search(run.workspaceId, { reference: 'Order 7' }, { limit: 10 });
    expect(found.items).toMatchObject([{ deliveryId: replay.deliveryId }]);
    const refused = arrivalWith();
    await admissions.admit(run, refused, { attempt: 'new' });
    expect(await admissions.withdraw(run, refused.deliveryId)).toBe('withdrawn');
    expect(await redis.exists(keys.run(run.workspaceId, refused.deliveryId))).toBe(0);
  });

  test('the changes of runs on every node are told live', async () => {
    const begun = await runsOnEveryNode();
    const live = createLive({ redis, logger: silentLogger });
    const told = new Map<string, string>();
    for (const { run } of begun)
      live.subscribe(run.workspaceId, (event) => {
        if (event.kind === 'resync') told.set(run.workspaceId, 'listening');
        else if (event.outcome !== 'running') told.set(run.workspaceId, event.deliveryId);
      });
    await expect.poll(() => told.size).toBe(begun.length);
    for (const { run, runs } of begun) await runs.finish(run, { outcome: 'succeeded', reason: null });
    await expect
      .poll(() => [...told.values()].toSorted())
      .toEqual(begun.map(({ run }) => run.deliveryId).toSorted());
    live.close();
  });

  test('the changes of a workspace are told in their order', async () => {
    const begun = await runsOnEveryNode();
    const live = createLive({ redis, logger: silentLogger });
    const told = new Map(begun.map(({ run }) => [run.workspaceId, [] as string[]]));
    for (const { run } of begun)
      live.subscribe(run.workspaceId, (event) => {
        told.get(run.workspaceId)?.push(event.kind === 'resync' ? 'listening' : event.deliveryId);
      });
    await expect.poll(() => [...told.values()].every(({ length }) => length > 0)).toBe(true);
    const expected = new Map<string, string[]>();
    for (const { run, admissions } of begun) {
      const arrivals = Array.from({ length: 7 }, () => arrivalWith());
      for (const arrival of arrivals) {
        await admissions.admit(run, arrival, { attempt: 'new' });
        await admissions.confirm(run, arrival.deliveryId);
      }
      expected.set(run.workspaceId, ['listening', ...arrivals.map(({ deliveryId }) => deliveryId)]);
    }
    await expect.poll(() => Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
    live.close();
  });

  test('a workspace is made, opened by its token, swept, archived, and removed when its time is over', async () => {
    const { run, runs, workspaces } = await beginRun(redis);
    const made = await workspaces.create({ name: 'A' });
    expect(await createTokens({ redis }).authorize(made.token)).toMatchObject({ id: made.id });
    const listed = await beginRun(redis, { workspaceId: made.id });
    await listed.runs.finish(listed.run, { outcome: 'succeeded', reason: null });
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    const sweepAt = createSweep({ redis, blobs: blobs(), key });
    const nowMs = Date.now() + 1_000;
    expect(await sweepAt(nowMs)()).toMatchObject({ failures: [] });
    expect(await sweepAt(nowMs + 3 * dayMs)()).toMatchObject({ deliveriesArchived: 1, failures: [] });
    const deliveries = createDeliveries({ redis, blobs: blobs(), workflowUrl: () => null });
    expect(await deliveries.body(made.id, listed.run.deliveryId)).toEqual(Buffer.from('{"id":1}'));
    expect(await sweepAt(nowMs + 401 * dayMs)()).toMatchObject({ recordsExpired: 1, failures: [] });
    expect(await redis.exists(keys.run(made.id, listed.run.deliveryId))).toBe(0);
  });

  test('a delivery is erased, and a whole workspace, wherever its keys are', async () => {
    const { run, runs, admissions, workspaces } = await beginRun(redis);
    const { id: workspaceId } = await workspaces.create({ name: 'A' });
    const other = await beginRun(redis, { workspaceId });
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    const eraser = createEraser({ redis, blobs: blobs() });
    expect(await eraser.strip(run)).toBe('stripped');
    const again = arrivalWith({ deliveryId: run.deliveryId });
    expect(await admissions.admit(run, again, { attempt: 'new' })).toMatchObject({ status: 'duplicate' });

    const ref = (await createErasures({ redis }).begin(workspaceId, { kind: 'workspace' }))!;
    await createArchiver({ redis, blobs: blobs(), archiveAfterHours: 0 }).archiveEnded(workspaceId);
    await eraser.forgetTokens(workspaceId);
    let removed = 0;
    for await (const count of eraser.removeKeys(ref)) removed += count;
    await eraser.forget(ref);
    expect(removed).toBeGreaterThan(5);
    expect(await redis.exists(keys.run(workspaceId, other.run.deliveryId))).toBe(0);
    expect(await redis.zScore(keys.workspaces(), workspaceId)).toBeNull();
  });

  test('requests of strangers are counted, and settings and memory are those of all nodes', async () => {
    const unavailable = (error: unknown) => expect.unreachable(String(error));
    const quota = createQuotaStore({ redis, windowSeconds: 60, onUnavailable: unavailable });
    const clients = Array.from({ length: 6 }, () => newId('message'));
    for (const client of clients) await quota.count(client);
    for (const client of clients) expect(await quota.count(client)).toMatchObject({ used: 2 });
    expect(await durabilityWarnings(redis)).toEqual([expect.stringContaining('maxmemory 0')]);
    expect((await readMemory(redis)).used).toBeGreaterThan(3 * 500_000);
    await probeWrite(redis);
  });

  test('a node that went and came back is used again, and what it held is there', async () => {
    const begun = await runsOnEveryNode();
    const [node] = cluster.nodes;
    await node?.signal('SIGKILL');
    node?.start();
    await cluster.ready();
    for (const { run, runs } of begun)
      await expect
        .poll(async () => (await runs.finish(run, { outcome: 'succeeded', reason: null })).ending.outcome)
        .toBe('succeeded');
  });
});
