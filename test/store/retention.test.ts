import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDeliveries } from '../../store/deliveries.ts';
import { createRetention } from '../../store/retention.ts';
import { beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const dayMs = 86_400_000;

async function setUp() {
  const { redis } = connection;
  const begun = await beginRun(redis);
  const clock = { nowMs: Date.now() };
  const retention = createRetention({ redis, retentionDays: 400, now: () => clock.nowMs });
  const deliveries = createDeliveries({ redis, workflowUrl: () => null });
  return { redis, clock, retention, deliveries, ...begun };
}

test('removes a delivery and all that belongs to it when its time is over, not a day before', async () => {
  const { redis, clock, retention, deliveries, run, runs } = await setUp();
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  clock.nowMs += 399 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toBe(0);
  clock.nowMs += 2 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toBe(1);
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toBeNull();
  expect(await redis.keys(`{${run.workspaceId}}:delivery:*`)).toEqual([]);
  const query = { limit: 10, cursor: undefined, outcome: undefined };
  expect(await deliveries.activity(run.workspaceId, run.automationId, query)).toEqual({
    items: [],
    nextCursor: null,
  });
});

test('keeps a delivery that is still running, however old it is', async () => {
  const { clock, retention, deliveries, run } = await setUp();
  clock.nowMs += 1_000 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toBe(0);
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toMatchObject({ outcome: 'running' });
});
