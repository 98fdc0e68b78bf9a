import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Ending } from '#contracts/run.ts';
import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createSlots } from '#store/slots.ts';
import { createUsage } from '#store/usage/usage.ts';
import { monthOf } from '#domain/month.ts';
import type { RunState } from '#temporal/run-states.ts';
import { createRuns } from '#store/run/runs.ts';
import { arrivalWith, beginRun, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { until } from '#test/support/until.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A run that holds a slot, and slots whose Temporal says this about it. */
async function setUp(
  state: RunState,
  stateOf = (_workflowId: string) => Promise.resolve(state),
  ending: Ending | null = { outcome: 'succeeded', reason: null },
  again: 'started' | 'already-started' = 'started',
) {
  const { redis } = connection;
  const { run, runs, admissions } = await beginRun(redis);
  const started: { workflowId: string; deliveryId: string }[] = [];
  const slots = createConcurrencySlots({
    slots: createSlots({ redis }),
    runs,
    runStarter: {
      start: ({ workflowId, deliveryId }) => {
        started.push({ workflowId, deliveryId });
        return Promise.resolve(again);
      },
    },
    runStates: { of: stateOf, endingOf: () => Promise.resolve(ending) },
  });
  const deliveries = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });
  const record = () => deliveries.find(run.workspaceId, run.deliveryId);
  const slotsTaken = () => redis.zCard(keys.slots(run.workspaceId));
  return { redis, run, runs, admissions, slots, started, record, slotsTaken };
}

test('a run that was lost while it waited is found behind a hundred that wait', async () => {
  const stateOf = (workflowId: string): RunState =>
    workflowId === 'run/open' ? { status: 'open' } : { status: 'closed', how: 'TERMINATED' };
  const { redis, run, runs, slots, record } = await setUp({ status: 'open' }, (id) =>
    Promise.resolve(stateOf(id)),
  );
  const { workspaceId, deliveryId } = run;
  const fields = await redis.hGetAll(keys.run(workspaceId, deliveryId));
  for (let number = 0; number < 100; number += 1) {
    await redis.hSet(keys.run(workspaceId, `open-${number}`), { ...fields, workflowId: 'run/open' });
    await redis.zAdd(keys.waiting(workspaceId), { value: `open-${number}`, score: number });
  }
  await runs.giveSlotBack(run, 1_000, 'https://api.example.com');
  const isEnded = async () => {
    await slots.sweep(workspaceId);
    return (await record())?.outcome === 'failed';
  };
  await until('its end', isEnded, { timeoutMs: 60_000, everyMs: 1 });
});

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

describe.each([
  [{ status: 'closed', how: 'TERMINATED' }, 'The run was terminated by an operator. '],
  [{ status: 'missing' }, 'The run ended without a result. '],
] as const)('a run that is %j with a request on its way', (state, because) => {
  test('has an unknown effect and names the request, if that must not be sent twice', async () => {
    const { runs, slots, run, record } = await setUp(state);
    await planRequest(runs, run, 'POST');
    await (await runs.openCall(run, 'c1')).markSending({});
    await slots.reclaim(run.workspaceId);
    expect(await record()).toMatchObject({
      outcome: 'unknown_effect',
      reason: `${because}POST api.example.com/orders may or may not have arrived; it is not sent a second time.`,
    });
  });

  test('has an unknown effect, if that waits for its next try after one that may have arrived', async () => {
    const { runs, slots, run, record } = await setUp(state);
    await planRequest(runs, run, 'POST');
    await runs.saveCall(run, 'c1', { state: 'not-sent', mayHaveArrived: true });
    await slots.reclaim(run.workspaceId);
    expect(await record()).toMatchObject({ outcome: 'unknown_effect' });
  });

  test.each([
    ['GET', 'sending'],
    ['POST', 'not-sent'],
  ] as const)('has failed if that is a %s whose mark says %s', async (method, mark) => {
    const { runs, slots, run, record } = await setUp(state);
    await planRequest(runs, run, method);
    await runs.saveCall(run, 'c1', { state: mark });
    await slots.reclaim(run.workspaceId);
    expect(await record()).toMatchObject({ outcome: 'failed', reason: because.trim() });
  });
});

test('has an unknown effect although the request was marked while the run was being ended', async () => {
  const { redis, runs, run, record } = await setUp({ status: 'missing' });
  await planRequest(runs, run, 'POST');
  let isMarked = false;
  const late = new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'evalSha' || isMarked) return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: Parameters<typeof redis.evalSha>) => {
        isMarked = true;
        await runs.saveCall(run, 'c1', { state: 'sending' });
        return await redis.evalSha(...args);
      };
    },
  });
  await createRuns({ redis: late }).finish(run, { outcome: 'failed', reason: null });
  expect(await record()).toMatchObject({ outcome: 'unknown_effect' });
});

test.each<[Ending, string | null]>([
  [{ outcome: 'succeeded', reason: null }, null],
  [{ outcome: 'failed', reason: null }, 'The run failed; the reason is no longer known.'],
  [{ outcome: 'failed', reason: 'The target refused.' }, 'The target refused.'],
  [
    { outcome: 'needs_model', reason: null },
    'The rules did not understand everything; which sentence is no longer known.',
  ],
  [{ outcome: 'skipped', reason: null }, 'The delivery was skipped; the reason is no longer known.'],
  [
    { outcome: 'unknown_effect', reason: null },
    'A request of the run, it is no longer known which, may or may not have arrived; it is not sent a second time.',
  ],
])('gives a run that completed the ending that its workflow tells: %j', async (ending, reason) => {
  const state = { status: 'closed', how: 'COMPLETED' } as const;
  const { slots, run, record } = await setUp(state, () => Promise.resolve(state), ending);
  expect(await slots.reclaim(run.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await record()).toMatchObject({ outcome: ending.outcome, reason });
});

test('starts a run again that Temporal lost before it began, and leaves it its slot', async () => {
  const { redis, slots, run, started, record, slotsTaken } = await setUp({ status: 'missing' });
  await redis.hDel(keys.run(run.workspaceId, run.deliveryId), 'startedAt');
  expect(await slots.reclaim(run.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(started).toEqual([{ workflowId: `run/${run.automationId}/id/x`, deliveryId: run.deliveryId }]);
  expect(await record()).toMatchObject({ outcome: 'running' });
  expect(await slotsTaken()).toBe(1);
});

describe('a run that failed before it began', () => {
  const failed = { status: 'closed', how: 'FAILED' } as const;
  async function reclaimed(again: 'started' | 'already-started') {
    const set = await setUp(failed, () => Promise.resolve(failed), null, again);
    const { redis, run, slots } = set;
    await redis.hDel(keys.run(run.workspaceId, run.deliveryId), 'startedAt');
    return { ...set, pass: await slots.reclaim(run.workspaceId), record: await set.record() };
  }

  test('is started again where it waited in vain for a record that came in that moment', async () => {
    const { pass, record, run, started, slotsTaken } = await reclaimed('started');
    expect(pass).toEqual({ done: 0, failures: [] });
    expect(started).toMatchObject([{ deliveryId: run.deliveryId }]);
    expect(record).toMatchObject({ outcome: 'running' });
    expect(await slotsTaken()).toBe(1);
  });

  test('has failed where that was for another reason', async () => {
    const { pass, record, slotsTaken } = await reclaimed('already-started');
    expect(pass).toEqual({ done: 1, failures: [] });
    expect(record).toMatchObject({ outcome: 'failed', reason: 'The run failed.' });
    expect(await slotsTaken()).toBe(0);
  });
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
  await admissions.admit(run, other, { attempt: 'new' });
  await admissions.confirm(run, other.deliveryId);
  expect(await slots.reclaim(run.workspaceId)).toEqual({
    done: 1,
    failures: [{ record: `delivery ${other.deliveryId}`, error }],
  });
  expect(await slotsTaken()).toBe(1);
});

test('a run that failed by a fault of ours ends as its workflow tells it, and one that tells nothing as failed', async () => {
  const failed = { status: 'closed', how: 'FAILED' } as const;
  const ending = { outcome: 'unknown_effect', reason: 'It may have arrived.' } as const;
  const told = await setUp(failed, () => Promise.resolve(failed), ending);
  await told.slots.reclaim(told.run.workspaceId);
  expect(await told.record()).toMatchObject(ending);
  const silent = await setUp(failed, () => Promise.resolve(failed), null);
  await silent.slots.reclaim(silent.run.workspaceId);
  expect(await silent.record()).toMatchObject({ outcome: 'failed', reason: 'The run failed.' });
});
