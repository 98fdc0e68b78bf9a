import { afterAll, beforeAll, expect, test } from 'vitest';

import { limits } from '#domain/limits.ts';
import { createDrainHeld } from '#intake/drain-held.ts';
import { createHeld } from '#store/held.ts';
import { keys } from '#store/records/index.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const succeeded = { outcome: 'succeeded', reason: null } as const;

test('a full hold of a thousand is run in order, each once, and leaves nothing', async () => {
  const { redis } = connection;
  const { run: first, runs, admissions } = await beginRun(redis);
  const { workspaceId, automationId } = first;
  await redis.hSet(keys.automation(workspaceId, automationId), 'burst', 'hold');
  const others = Array.from({ length: 8 }, (_, index) => ({ score: Infinity, value: `other-${index}` }));
  await redis.zAdd(keys.slots(workspaceId), others);
  const admit = async (deliveryId: string) => {
    const arrival = arrivalWith({ deliveryId, workflowId: `run/${deliveryId}`, eventId: deliveryId });
    return (await admissions.admit(first, arrival, { attempt: 'new' })).status;
  };
  const ids = Array.from({ length: limits.heldDeliveriesMax }, (_, index) => `dlv_${index}`);
  for (const id of ids) {
    expect(await admit(id)).toBe('held');
    await redis.del(keys.hookFlood(workspaceId, automationId));
  }
  expect(await admit('dlv_over')).toBe('full');

  await redis.del([keys.slots(workspaceId), keys.minute(workspaceId)]);
  const started: string[] = [];
  const drain = createDrainHeld({
    held: createHeld({ redis }),
    runs,
    runStarter: {
      start: async ({ deliveryId }) => {
        started.push(deliveryId);
        await runs.finish({ ...first, deliveryId }, succeeded);
        return 'started';
      },
      recordStored: () => Promise.reject(new Error('not asked')),
    },
    slots: { reclaim: () => Promise.resolve({ done: 0, failures: [] }) },
  });
  const look = { isRepeated: false, signal: new AbortController().signal };
  // Sixty a minute, as a workspace takes.
  while ((await drain({ workspaceId, automationId }, look)).status !== 'over') {
    expect(started.length % limits.deliveriesPerMinute).toBe(0);
    await redis.del(keys.minute(workspaceId));
  }
  expect(started).toEqual(ids);
  expect(await redis.keys(`{${workspaceId}}:*held*`)).toEqual([]);
  expect(await admit('dlv_over')).toBe('claimed');
});
