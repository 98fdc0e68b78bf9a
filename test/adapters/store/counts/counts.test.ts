import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createIntake } from '#intake/receive.ts';
import { type Arrival, createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createCounts } from '#store/counts/counts.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const hourMs = 3_600_000;
/** A day whose hours are before and after it in other months. */
const nowMs = Date.UTC(2026, 2, 1, 1, 30);

async function setUp() {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const automations = createAutomations({
    redis,
    vault: createVault([{ id: 'k', key: Buffer.alloc(32, 1) }]),
  });
  const content = { name: 'Orders', instructions: 'i', filter: null, agentId: 'agt' };
  const hook = { workspaceId, automationId: (await automations.create(workspaceId, content)).id };
  const other = { workspaceId, automationId: (await automations.create(workspaceId, content)).id };
  const admissions = createAdmissions({ redis, now: () => nowMs });
  const runs = createRuns({ redis, now: () => nowMs });
  const counts = createCounts({ redis, now: () => nowMs });
  const deliveries = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });

  async function begin(overrides: Partial<Arrival> = {}, at = hook) {
    const arrival = arrivalWith({ receivedAt: new Date(nowMs), ...overrides });
    expect(await admissions.admit(at, arrival, { attempt: 'new' })).toMatchObject({ status: 'claimed' });
    await admissions.confirm(at, arrival.deliveryId);
    return { run: { kind: 'delivery', ...at, deliveryId: arrival.deliveryId } as const, arrival };
  }
  const stats = async (
    step: 'hour' | 'day' = 'hour',
    last = 24,
    automationId: string | null = hook.automationId,
  ) => await counts.stats(workspaceId, { automationId, step, last });
  const total = async (automationId: string | null = hook.automationId) =>
    (await stats('hour', 24, automationId)).total;
  return { redis, workspaceId, hook, other, admissions, runs, deliveries, begin, stats, total };
}

const none = {
  running: 0,
  waiting: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  needs_model: 0,
  unknown_effect: 0,
};

describe('outcomes', () => {
  test('count in the hour and the day of arrival, for the automation and for the workspace', async () => {
    const { runs, other, begin, stats } = await setUp();
    const early = await begin({ receivedAt: new Date(nowMs - 2 * hourMs) });
    const late = await begin();
    const elsewhere = await begin({}, other);
    await runs.finish(early.run, { outcome: 'succeeded', reason: null });
    await runs.finish(late.run, { outcome: 'failed', reason: null });
    await runs.finish(elsewhere.run, { outcome: 'succeeded', reason: null });

    const hours = await stats('hour', 3);
    expect(hours.points).toEqual([
      { at: '2026-02-28T23:00:00.000Z', outcomes: { ...none, succeeded: 1 }, duplicates: 0, refused: {} },
      { at: '2026-03-01T00:00:00.000Z', outcomes: none, duplicates: 0, refused: {} },
      { at: '2026-03-01T01:00:00.000Z', outcomes: { ...none, failed: 1 }, duplicates: 0, refused: {} },
    ]);
    expect(hours.total).toEqual({
      outcomes: { ...none, succeeded: 1, failed: 1 },
      duplicates: 0,
      refused: {},
    });
    const days = await stats('day', 400, null);
    expect(days.points).toHaveLength(400);
    expect(days.points.slice(-2)).toMatchObject([
      { at: '2026-02-28T00:00:00.000Z', outcomes: { succeeded: 1, failed: 0 } },
      { at: '2026-03-01T00:00:00.000Z', outcomes: { succeeded: 1, failed: 1 } },
    ]);
    expect(days.total.outcomes).toEqual({ ...none, succeeded: 2, failed: 1 });
  });

  test('are running until they have ended, and count once however often they end', async () => {
    const { runs, begin, total, other } = await setUp();
    const { run } = await begin();
    expect((await total()).outcomes).toEqual({ ...none, running: 1 });
    expect((await total(null)).outcomes).toEqual({ ...none, running: 1 });
    expect((await total(other.automationId)).outcomes).toEqual(none);
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    await runs.finish(run, { outcome: 'failed', reason: null });
    expect((await total()).outcomes).toEqual({ ...none, succeeded: 1 });
  });

  test('count what a paused automation skipped', async () => {
    const { admissions, hook, total } = await setUp();
    const paused = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt' } as const;
    await admissions.skip(hook, arrivalWith({ receivedAt: new Date(nowMs) }), paused);
    expect((await total()).outcomes).toEqual({ ...none, skipped: 1 });
  });

  test('do not count the messages of a chat', async () => {
    const { redis, workspaceId, runs, total } = await setUp();
    const [conversationId, messageId] = [newId('conversation'), newId('message')];
    const message = { workspaceId, agentId: 'agt', agentName: 'A', conversationId, messageId, text: 'Hello' };
    await createConversations({ redis, workflowUrl: () => null }).save(message, { isNew: true });
    const run = { kind: 'message', workspaceId, conversationId, messageId } as const;
    expect(await runs.finish(run, { outcome: 'succeeded', reason: null })).toMatchObject({ isFirst: true });
    expect((await total(null)).outcomes).toEqual(none);
    expect(await redis.keys(`{${workspaceId}}:counts:*`)).toEqual([]);
  });

  test('go when nothing shows them any more', async () => {
    const { redis, workspaceId, runs, begin } = await setUp();
    const { run } = await begin();
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    const days = async (pattern: string) =>
      (await Promise.all((await redis.keys(pattern)).map((key) => redis.ttl(key)))).map((seconds) =>
        Math.ceil(seconds / 86_400),
      );
    expect(await days(`{${workspaceId}}:counts:*:2026-03-01`)).toEqual([3, 3]);
    expect(await days(`{${workspaceId}}:counts:*:2026-03`)).toEqual([432, 432]);
  });

  test('that cannot be counted keep no delivery from being taken and no run from its end', async () => {
    const { redis, workspaceId, hook, admissions, runs, begin, deliveries, stats } = await setUp();
    for (const owner of [hook.automationId, 'all']) {
      await redis.set(keys.hourlyCounts(workspaceId, owner, '2026-03-01'), 'no hash');
      await redis.hSet(keys.dailyCounts(workspaceId, owner, '2026-03'), '01:succeeded', 'no number');
    }
    await redis.set(keys.deliveryIndex(workspaceId), 'no sorted set');
    const { run, arrival } = await begin({ reference: 'Order 7' });
    expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toEqual({
      status: 'duplicate',
      firstReceivedAt: expect.any(Number),
    });
    expect(await runs.finish(run, { outcome: 'succeeded', reason: null })).toMatchObject({ isFirst: true });
    expect(await deliveries.find(workspaceId, run.deliveryId)).toMatchObject({
      outcome: 'succeeded',
      duplicates: 1,
    });
    expect((await stats('day', 1)).total).toEqual({ outcomes: none, duplicates: 1, refused: {} });
  });
});

describe('duplicates', () => {
  test('count on the first delivery, in its record and its row, and in the hour they arrived', async () => {
    const { workspaceId, hook, admissions, runs, deliveries, begin, stats } = await setUp();
    const { run, arrival } = await begin({ receivedAt: new Date(nowMs - hourMs) });
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    const again = { ...arrival, receivedAt: new Date(nowMs) };
    for (let count = 1; count <= 3; count += 1)
      expect(await admissions.admit(hook, again, { attempt: 'new' })).toEqual({
        status: 'duplicate',
        firstReceivedAt: expect.any(Number),
      });
    const noted = {
      duplicates: 3,
      lastDuplicateAt: expect.stringMatching(/^\d{4}-.*Z$/),
      outcome: 'succeeded',
    };
    expect(await deliveries.find(workspaceId, run.deliveryId)).toMatchObject(noted);
    expect((await deliveries.search(workspaceId, {}, { limit: 5 })).items).toMatchObject([noted]);
    expect((await stats('hour', 2)).points).toMatchObject([
      { outcomes: { succeeded: 1 }, duplicates: 0 },
      { outcomes: { succeeded: 0 }, duplicates: 3 },
    ]);
  });

  test('count also where the first was still being started', async () => {
    const { workspaceId, hook, admissions, deliveries, total } = await setUp();
    const bothAsked = Promise.withResolvers<void>();
    let starts = 0;
    const intake = createIntake({
      admissions,
      slots: { reclaim: () => Promise.resolve({ done: 0, failures: [] }) },
      replication: { reached: () => Promise.resolve() },
      runStarter: {
        start: async () => {
          starts += 1;
          const isFirst = starts === 1;
          if (!isFirst) bothAsked.resolve();
          await bothAsked.promise;
          return isFirst ? 'started' : 'already-started';
        },
        recordStored: () => Promise.resolve(),
      },
      runStates: { of: () => Promise.resolve({ status: 'open' }) },
    });
    const arrival = arrivalWith({ receivedAt: new Date(nowMs) });
    const receipts = await Promise.all([intake.receive(hook, arrival), intake.receive(hook, arrival)]);
    expect(receipts.map(({ status }) => status).toSorted()).toEqual(['accepted', 'duplicate']);
    expect(await deliveries.find(workspaceId, arrival.deliveryId)).toMatchObject({ duplicates: 1 });
    expect(await total()).toMatchObject({ outcomes: { running: 1 }, duplicates: 1 });
  });

  test('are no replays that were made before', async () => {
    const { workspaceId, hook, admissions, deliveries, begin, total } = await setUp();
    const { arrival } = await begin({ replayOf: 'dlv_first' });
    expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toEqual({
      status: 'duplicate',
      firstReceivedAt: expect.any(Number),
    });
    expect(await deliveries.find(workspaceId, arrival.deliveryId)).toMatchObject({
      duplicates: 0,
      lastDuplicateAt: null,
    });
    expect((await total()).duplicates).toBe(0);
  });
});

describe('refusals at the hook', () => {
  const fresh = () => arrivalWith({ receivedAt: new Date(nowMs) });

  test('counts by code: too many at once, too many in a minute, too many on one hook', async () => {
    const { redis, hook, workspaceId, admissions, begin, total, other } = await setUp();
    for (let count = 0; count < 8; count += 1) await begin();
    expect(await admissions.admit(hook, fresh(), { attempt: 'new' })).toEqual({ status: 'full', slots: 8 });
    expect((await total()).refused).toEqual({ CONCURRENCY_EXCEEDED: 1 });
    await redis.del(keys.slots(workspaceId));
    const minute = Array.from({ length: 60 }, (_, index) => ({ score: Date.now(), value: `d${index}` }));
    await redis.zAdd(keys.minute(workspaceId), minute);
    expect(await admissions.admit(hook, fresh(), { attempt: 'new' })).toMatchObject({ status: 'rate' });
    await redis.set(keys.hookFlood(workspaceId, hook.automationId), '600');
    expect(await admissions.admit(hook, fresh(), { attempt: 'new' })).toMatchObject({ status: 'flood' });
    const refused = { CONCURRENCY_EXCEEDED: 1, DELIVERY_RATE_EXCEEDED: 2 };
    expect((await total()).refused).toEqual(refused);
    expect((await total(null)).refused).toEqual(refused);
    expect((await total(other.automationId)).refused).toEqual({});
  });

  test('does not count what found a slot at the second look, and counts once what did not', async () => {
    const { redis, hook, workspaceId, admissions, begin, total } = await setUp();
    for (let count = 0; count < 8; count += 1) await begin();
    const arrival = fresh();
    for (const attempt of ['new', 'again'] as const)
      expect(await admissions.admit(hook, arrival, { attempt })).toEqual({ status: 'full', slots: 8 });
    expect((await total()).refused).toEqual({ CONCURRENCY_EXCEEDED: 1 });
    await admissions.admit(hook, arrival, { attempt: 'new' });
    await redis.zPopMin(keys.slots(workspaceId));
    expect(await admissions.admit(hook, arrival, { attempt: 'again' })).toMatchObject({ status: 'claimed' });
    expect((await total()).refused).toEqual({ CONCURRENCY_EXCEEDED: 1 });
  });

  test('counts what never came to admission', async () => {
    const { hook, admissions, total } = await setUp();
    await admissions.countRefusal(hook, 'PAYLOAD_TOO_LARGE');
    await admissions.countRefusal(hook, 'PAYLOAD_TOO_LARGE');
    await admissions.countRefusal(hook, 'INVALID_EVENT_ID');
    expect((await total()).refused).toEqual({ PAYLOAD_TOO_LARGE: 2, INVALID_EVENT_ID: 1 });
  });

  test('does not count a replay of the owner', async () => {
    const { hook, admissions, begin, total } = await setUp();
    for (let count = 0; count < 8; count += 1) await begin();
    const replay = { ...fresh(), replayOf: 'dlv_first' };
    expect(await admissions.admit(hook, replay, { attempt: 'new' })).toEqual({ status: 'full', slots: 8 });
    expect((await total()).refused).toEqual({});
  });
});
