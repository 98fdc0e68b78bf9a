import { afterAll, beforeAll, expect, test } from 'vitest';

import { createConcurrencySlots } from '../../intake/concurrency-slots.ts';
import { createDeliveries } from '../../store/deliveries.ts';
import { keys } from '../../store/records/index.ts';
import { createSlots } from '../../store/slots.ts';
import { createUsage } from '../../store/usage.ts';
import { monthOf } from '../../domain/month.ts';
import type { RunState } from '../../temporal/run-states.ts';
import { arrivalWith, beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A run that holds a slot, and slots whose Temporal says this about it. */
async function setUp(state: RunState, stateOf = (_workflowId: string) => Promise.resolve(state)) {
  const { redis } = connection;
  const { run, runs, admissions } = await beginRun(redis);
  const slots = createConcurrencySlots({
    slots: createSlots({ redis }),
    runs,
    runStates: { of: stateOf },
  });
  const deliveries = createDeliveries({ redis, workflowUrl: () => null });
  const record = () => deliveries.find(run.workspaceId, run.deliveryId);
  const slotsTaken = () => redis.zCard(keys.slots(run.workspaceId));
  return { redis, run, admissions, slots, record, slotsTaken };
}

test('leaves the slot of a run that is open', async () => {
  const { slots, run, record, slotsTaken } = await setUp({ status: 'open' });
  expect(await slots.reclaim(run.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(await slotsTaken()).toBe(1);
  expect(await record()).toMatchObject({ outcome: 'running' });
});

test.each([
  [{ status: 'closed', how: 'TERMINATED' }, 'terminated by an operator'],
  [{ status: 'closed', how: 'TIMED_OUT' }, 'longer than it may'],
  [{ status: 'missing' }, 'without a result'],
] as const)('frees the slot of a run that is %j and ends its record', async (state, reason) => {
  const { redis, slots, run, record, slotsTaken } = await setUp(state);
  expect(await slots.reclaim(run.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await slotsTaken()).toBe(0);
  expect(await record()).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(reason),
    cost: { automationRuns: 1 },
  });
  const usage = await createUsage({ redis }).ofMonth(run.workspaceId, monthOf(new Date()));
  expect(usage.automationRuns).toBe(1);
});

test('frees a slot that has no record', async () => {
  const { redis, slots, run, slotsTaken } = await setUp({ status: 'open' });
  await redis.del(keys.run(run.workspaceId, run.deliveryId));
  await slots.reclaim(run.workspaceId);
  expect(await slotsTaken()).toBe(0);
});

test('looks at a workspace at most once a second, however many deliveries arrive', async () => {
  const { redis, slots, run } = await setUp({ status: 'closed', how: 'TERMINATED' });
  const freed = await Promise.all(Array.from({ length: 20 }, () => slots.reclaim(run.workspaceId)));
  expect(freed.filter(({ done }) => done > 0)).toHaveLength(1);
  expect(await redis.pTTL(keys.slotsCheck(run.workspaceId))).toBeGreaterThan(0);
});

test('frees the slot of a run whose turns cannot be read, at an unknown cost', async () => {
  const { redis, slots, run, record, slotsTaken } = await setUp({ status: 'missing' });
  await redis.hSet(keys.turns(run.workspaceId, run.deliveryId), '1', 'no JSON');
  expect(await slots.reclaim(run.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await slotsTaken()).toBe(0);
  expect(await record()).toMatchObject({ outcome: 'failed', cost: { money: { state: 'unknown' } } });
});

test('frees the slots of others although one cannot be looked up, and names that one', async () => {
  const error = new Error('Temporal does not tell.');
  const { run, admissions, slots, slotsTaken } = await setUp({ status: 'missing' }, async (workflowId) => {
    if (workflowId === 'run/other') throw error;
    return { status: 'missing' };
  });
  const other = arrivalWith({ workflowId: 'run/other' });
  await admissions.admit(run, other, { isStarted: false });
  await admissions.confirm(run, other.deliveryId);
  expect(await slots.reclaim(run.workspaceId)).toEqual({
    done: 1,
    failures: [{ record: `delivery ${other.deliveryId}`, error }],
  });
  expect(await slotsTaken()).toBe(1);
});
