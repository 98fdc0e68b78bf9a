import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPlaceKeeper } from '../../intake/places.ts';
import { createDeliveries } from '../../store/deliveries.ts';
import { keys } from '../../store/keys.ts';
import { createPlaces } from '../../store/places.ts';
import { createUsage } from '../../store/usage.ts';
import { monthOf } from '../../domain/month.ts';
import type { RunState } from '../../temporal/run-states.ts';
import { beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A run that holds a place, and a keeper whose Temporal says this about it. */
async function setUp(state: RunState) {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const keeper = createPlaceKeeper({
    places: createPlaces({ redis }),
    runs,
    runStates: { of: () => Promise.resolve(state) },
  });
  const deliveries = createDeliveries({ redis, workflowUrl: () => null });
  const record = () => deliveries.find(run.workspaceId, run.deliveryId);
  const placesTaken = () => redis.zCard(keys.places(run.workspaceId));
  return { redis, run, keeper, record, placesTaken };
}

test('leaves the place of a run that is open', async () => {
  const { keeper, run, record, placesTaken } = await setUp({ status: 'open' });
  expect(await keeper.release(run.workspaceId)).toBe(0);
  expect(await placesTaken()).toBe(1);
  expect(await record()).toMatchObject({ outcome: 'running' });
});

test.each([
  [{ status: 'closed', how: 'TERMINATED' }, 'terminated by an operator'],
  [{ status: 'closed', how: 'TIMED_OUT' }, 'longer than it may'],
  [{ status: 'missing' }, 'without a result'],
] as const)('frees the place of a run that is %j and settles its record', async (state, reason) => {
  const { redis, keeper, run, record, placesTaken } = await setUp(state);
  expect(await keeper.release(run.workspaceId)).toBe(1);
  expect(await placesTaken()).toBe(0);
  expect(await record()).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(reason),
    cost: { automationRuns: 1 },
  });
  const usage = await createUsage({ redis }).ofMonth(run.workspaceId, monthOf(new Date()));
  expect(usage.automationRuns).toBe(1);
});

test('frees a place that no record stands behind', async () => {
  const { redis, keeper, run, placesTaken } = await setUp({ status: 'open' });
  await redis.del(keys.run(run.workspaceId, run.deliveryId));
  await keeper.release(run.workspaceId);
  expect(await placesTaken()).toBe(0);
});

test('looks at a workspace at most once a second, however many deliveries knock', async () => {
  const { redis, keeper, run } = await setUp({ status: 'closed', how: 'TERMINATED' });
  const freed = await Promise.all(Array.from({ length: 20 }, () => keeper.release(run.workspaceId)));
  expect(freed.filter((count) => count > 0)).toHaveLength(1);
  expect(await redis.pTTL(keys.placesCheck(run.workspaceId))).toBeGreaterThan(0);
});
