import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { WorkspaceLimits } from '#contracts/workspace-limits.ts';
import { newId } from '#domain/ids.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createHeld } from '#store/held.ts';
import { keys } from '#store/records/index.ts';
import { createDoorRefusals } from '#store/report/door-refusals.ts';
import { createLimitsInUse } from '#store/workspace/limits-in-use.ts';
import { ownLimitsOf } from '#store/workspace/own-limits.ts';
import { createTotals } from '#store/workspace/totals.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A workspace with limits of its own, in which nothing is being processed. */
async function setUp(
  own: NonNullable<WorkspaceLimits> | string,
  automationFields: Record<string, string> = {},
) {
  const { redis } = connection;
  const { run: first, runs, admissions } = await beginRun(redis);
  const { workspaceId, automationId } = first;
  await runs.finish(first, { outcome: 'failed', reason: 'Over.' });
  const hook = { workspaceId, automationId };
  const set = (limits: NonNullable<WorkspaceLimits> | string) =>
    redis.hSet(
      keys.workspace(workspaceId),
      'limits',
      typeof limits === 'string' ? limits : JSON.stringify(limits),
    );
  await set(own);
  await redis.del(keys.minute(workspaceId));
  if (Object.keys(automationFields).length > 0)
    await redis.hSet(keys.automation(workspaceId, automationId), automationFields);
  async function arrive(deliveryId = newId('delivery')) {
    const arrival = arrivalWith({ deliveryId, workflowId: `run/${deliveryId}`, eventId: deliveryId });
    const admission = await admissions.admit(hook, arrival, { attempt: 'new' });
    if (admission.status === 'claimed') await admissions.confirm(hook, deliveryId);
    return admission;
  }
  const times = async (count: number) => {
    const statuses: string[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await arrive()).status);
    return statuses;
  };
  return { redis, first, hook, workspaceId, runs, set, arrive, times };
}

const claimed = (count: number) => Array.from({ length: count }, () => 'claimed');

describe('a workspace with limits of its own', () => {
  test('processes as many at once as it may, and says how many these are', async () => {
    const more = await setUp({ concurrentDeliveries: 10 });
    expect(await more.times(10)).toEqual(claimed(10));
    expect(await more.arrive()).toEqual({ status: 'full', slots: 10 });
    const fewer = await setUp({ concurrentDeliveries: 1 });
    expect(await fewer.times(1)).toEqual(claimed(1));
    expect(await fewer.arrive()).toEqual({ status: 'full', slots: 1 });
  });

  test('takes as many in a minute as it may, and says how many these are', async () => {
    const { times, arrive } = await setUp({ deliveriesPerMinute: 3 });
    expect(await times(3)).toEqual(claimed(3));
    expect(await arrive()).toEqual({ status: 'rate', most: 3, retryAfterMs: expect.any(Number) });
  });

  test('lets each hook get ten times as many requests, and the usual number at least', async () => {
    for (const [deliveriesPerMinute, most] of [
      [100, 1_000],
      [1, 600],
    ] as const) {
      const { redis, hook, workspaceId, arrive } = await setUp({ deliveriesPerMinute });
      const flood = keys.hookFlood(workspaceId, hook.automationId);
      await redis.set(flood, String(most - 1), { expiration: { type: 'PX', value: 60_000 } });
      expect((await arrive()).status).toBe('claimed');
      expect(await arrive()).toEqual({ status: 'flood', most, retryAfterMs: expect.any(Number) });
      const refusals = createDoorRefusals({ redis, now: Date.now });
      expect(await refusals.countSpam(hook, 0)).toMatchObject({ status: 'flood', most });
      await redis.set(flood, String(most - 1));
      expect(await refusals.countSpam(hook, 0)).toEqual({ status: 'counted' });
    }
  });

  test('stores as many bytes as it may, of deliveries and of messages', async () => {
    for (const [own, limit] of [
      [{ storedBytesMax: 1 }, 'total'],
      [{ storedBytesPerDay: 1 }, 'day'],
    ] as const) {
      const { redis, arrive, workspaceId } = await setUp(own);
      expect(await arrive()).toEqual({ status: 'storage', limit });
      const storageLimits = { storedBytesMax: 1_000_000, storedBytesPerDay: 1_000_000 };
      const conversations = createConversations({ redis, workflowUrl: () => null, storageLimits });
      const [conversationId, messageId] = [newId('conversation'), newId('message')];
      const message = {
        workspaceId,
        agentId: 'agt_1',
        agentName: 'A',
        conversationId,
        messageId,
        text: 'Hi.',
      };
      expect(await conversations.save(message, { isNew: true })).toBe(limit);
    }
  });

  test('runs what it holds as far as its limits allow', async () => {
    const held = createHeld(connection);
    const { hook, times, set } = await setUp({ concurrentDeliveries: 1 }, { burst: 'hold' });
    expect(await times(3)).toEqual(['claimed', 'held', 'held']);
    expect((await held.release(hook)).status).toBe('full');
    await set({ concurrentDeliveries: 9, deliveriesPerMinute: 1 });
    expect((await held.release(hook)).status).toBe('rate');
    await set({ concurrentDeliveries: 9, deliveriesPerMinute: 2 });
    expect((await held.release(hook)).status).toBe('released');
    expect((await held.release(hook)).status).toBe('rate');
  });

  test.each([
    [1, 1],
    [3, 1],
    [12, 6],
  ])('with %d slots gives %d of them to runs that waited for the same target', async (slots, share) => {
    const { first, runs, arrive } = await setUp({ concurrentDeliveries: slots });
    const ids = Array.from({ length: share + 1 }, (_, n) => `w${n}`);
    for (const id of ids) {
      expect((await arrive(id)).status).toBe('claimed');
      await runs.giveSlotBack({ ...first, deliveryId: id }, 1_000, 'https://api.example.com');
    }
    const resumed: boolean[] = [];
    for (const id of ids) resumed.push((await runs.takeSlotAgain({ ...first, deliveryId: id })).waitMs === 0);
    expect(resumed).toEqual([...ids.slice(1).map(() => true), false]);
  });

  test('is shown with them, and counts as full by them', async () => {
    const { redis, workspaceId, times } = await setUp({ concurrentDeliveries: 2, deliveriesPerMinute: 90 });
    const totals = createTotals({ redis, archiveAfterHours: 48, now: Date.now });
    const before = (await totals()).full;
    await times(1);
    expect((await totals()).full).toBe(before);
    await times(1);
    expect((await totals()).full).toBe(before + 1);
    expect(await createLimitsInUse({ redis })(workspaceId)).toEqual([
      { name: 'deliveriesPerMinute', used: 2, limit: 90 },
      { name: 'concurrentDeliveries', used: 2, limit: 2 },
    ]);
  });

  test.each(['', 'no JSON', '[]', '{"concurrentDeliveries":"many"}', 'null', '7'])(
    'has the usual ones where %j is stored',
    async (stored) => {
      const { redis, workspaceId, times, arrive } = await setUp(stored);
      expect(await ownLimitsOf(redis, workspaceId)).toEqual({});
      expect(await times(8)).toEqual(claimed(8));
      expect(await arrive()).toEqual({ status: 'full', slots: 8 });
    },
  );
});
