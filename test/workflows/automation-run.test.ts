import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { CancelledFailure, Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test as sequential } from 'vitest';
import { z } from 'zod';

import type { Activities } from '#activities/index.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import type { Ending } from '#contracts/run.ts';
import { defaultBudget } from '#domain/budget.ts';
import { noSlot } from '#domain/no-slot.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import { searchAttributes } from '#temporal/search-attributes.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { createRunStarter } from '#temporal/start-run.ts';
import { alarmsOf, quietRuntime } from '#test/support/quiet-runtime.ts';
import { startStubbedWorker } from '#test/support/stubbed-worker.ts';

let connection: Connection;
let native: NativeConnection;
let bundle: WorkflowBundleOption;
let shared: Awaited<ReturnType<typeof startStubbedWorker>>;
const sharedQueue = randomUUID();
/** Most of these wait for timers of Temporal. A poll takes `expect` from its test. */
const test = sequential.concurrent;
beforeAll(async () => {
  quietRuntime();
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
  bundle = await bundleOf();
  shared = await startStubbedWorker({ connection: native, taskQueue: sharedQueue, workflowBundle: bundle });
});
afterAll(async () => {
  await shared.stop();
  await native.close();
  await connection.close();
});

const run = { kind: 'delivery', workspaceId: 'ws_1', automationId: 'aut_1', deliveryId: 'dlv_1' };
const call = (callId: string, kind: 'request' | 'read' = 'request') => ({
  callId,
  kind,
  summary: `POST ${callId}`,
});
const planned = (...calls: TurnReport['calls']): TurnReport => ({
  calls,
  ending: null,
  tokens: 10,
  amountMicros: 0,
  summary: 'planned',
});
const succeeded: Ending = { outcome: 'succeeded', reason: null };
const done: TurnReport = { calls: [], ending: succeeded, tokens: 10, amountMicros: 0, summary: 'done' };

/**
 * Runs the workflow with these activities and tells what was called, how it ended and how long its history is. Rejects
 * when the workflow calls an activity that has no stub: the run itself would only say that a step failed.
 */
async function play(activities: Partial<Activities>, input: object = run) {
  const calls: string[] = [];
  const missing = new Set<string>();
  const workflowId = `run/aut_1/id/${randomUUID()}`;
  shared.stub(workflowId, {
    activities: {
      beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true }),
      takeTurn: () => Promise.resolve(done),
      sendRequest: () => Promise.resolve({ isEffectUnknown: false }),
      finishRun: (_, ending) => Promise.resolve(ending),
      ...activities,
    },
    onCall: (name, args) => {
      const detail: unknown = name === 'finishRun' ? (args[1] as Ending).outcome : args[2];
      calls.push(typeof detail === 'string' ? `${name} ${detail}` : name);
    },
    onMissing: (name) => missing.add(name),
  });
  const { workflow } = new Client({ connection });
  const handle = await workflow.start('automationRun', { workflowId, taskQueue: sharedQueue, args: [input] });
  const told = await handle.result().catch((error: unknown) => error);
  const fault = told instanceof WorkflowFailedError ? (told.cause as ApplicationFailure) : null;
  if (fault === null && told instanceof Error) throw told;
  const ending = (fault === null ? told : fault.details?.[0]) as Ending;
  if (missing.size > 0) throw new Error(`play() has no stub for ${[...missing].join(', ')}`);
  const { events } = await handle.fetchHistory();
  const { typedSearchAttributes } = await handle.describe();
  return {
    calls,
    ending,
    /** The type of the failure of a workflow that failed. */
    fault: fault?.type ?? null,
    events: events!.length,
    outcome: typedSearchAttributes.get(searchAttributes.outcome),
  };
}

test('goes from begin over a turn to finish in at most 17 events and shows its outcome to operators', async () => {
  const { calls, ending, events, outcome } = await play({});
  expect(calls).toEqual(['beginRun', 'takeTurn']);
  expect(ending).toEqual({ outcome: 'succeeded', reason: null });
  expect(outcome).toBe('succeeded');
  expect(events).toBeLessThanOrEqual(17);
});

test('gives its activities a tagged run although it was started with an untagged one', async () => {
  const { kind, ...untagged } = run;
  const begun: unknown[] = [];
  await play(
    {
      beginRun: (given) => {
        begun.push(given);
        return Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true });
      },
    },
    untagged,
  );
  expect(begun).toEqual([{ kind, ...untagged }]);
});

test('needs at most 6 events more for each request', async () => {
  const turns = (requests: string[]) => async (_: unknown, turn: number) =>
    turn === 1 ? planned(...requests.map((id) => call(id))) : done;
  const none = await play({ takeTurn: turns([]) });
  const one = await play({ takeTurn: turns(['a']) });
  const three = await play({ takeTurn: turns(['a', 'b', 'c']) });
  expect(one.events - none.events).toBeLessThanOrEqual(6);
  expect(three.events - none.events).toBeLessThanOrEqual(18);
  expect(three.calls.filter((name) => name.startsWith('sendRequest'))).toHaveLength(3);
});

const quick = (callId: string) => ({ ...call(callId), isQuick: true as const });
const begunWith = (turn: TurnReport) => () =>
  Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true, turn } as const);

test('a run of the rules with a quick request is one workflow task: begin and request take the turns with them', async () => {
  const positions: unknown[] = [];
  const played = await play({
    beginRun: begunWith(planned(quick('a'), quick('b'))),
    sendRequest: (_, position) => {
      positions.push(position);
      return Promise.resolve({ isEffectUnknown: false, ...(position.thenTurn && { turn: done }) });
    },
  });
  expect(played).toMatchObject({ ending: succeeded, calls: ['beginRun', 'sendRequest', 'sendRequest'] });
  expect(positions).toMatchObject([
    { turn: 1, request: 1, callId: 'a' },
    { turn: 1, request: 2, callId: 'b', thenTurn: { budget: defaultBudget } },
  ]);
  expect(positions[0]).not.toHaveProperty('thenTurn');
  // Started, task scheduled, started and completed, three markers, the outcome, completed.
  expect(played.events).toBe(9);
});

test('a run that its first step has ended is one marker', async () => {
  const lines = ['Turn 1: planned', 'POST a', 'Turn 2: done'];
  const played = await play({
    beginRun: () => Promise.resolve({ status: 'ended', ending: succeeded, done: lines }),
  });
  expect(played).toMatchObject({ ending: succeeded, outcome: 'succeeded', calls: ['beginRun'] });
  expect(played.events).toBe(7);
});

test('requests that the first step has carried out stand in the history as others do, and the rest goes on', async () => {
  const positions: object[] = [];
  const played = await play({
    beginRun: () =>
      Promise.resolve({
        status: 'begun',
        isFilterOpen: false,
        isOffline: true,
        turn: planned(quick('a'), quick('b')),
        sent: {
          a: { isEffectUnknown: false, tookMs: 1 },
          b: { isEffectUnknown: false, tookMs: 1, retryAfterMs: 1 },
        },
      }),
    sendRequest: (_, position) => {
      positions.push(position);
      const later = { isEffectUnknown: false, ...(position.thenTurn && { turn: done }) };
      return Promise.resolve(position.known ?? later);
    },
  });
  expect(positions).toMatchObject([
    { callId: 'a', known: { tookMs: 1 } },
    { callId: 'b', known: { retryAfterMs: 1 } },
    { callId: 'b', thenTurn: { budget: defaultBudget } },
  ]);
  expect(positions[2]).not.toHaveProperty('known');
  expect(played).toMatchObject({ ending: succeeded, calls: ['beginRun', ...Array(3).fill('sendRequest')] });
});

test('the time of requests in the first step counts as time of the run', async () => {
  const budget = { ...defaultBudget, wallClockMs: 60_000 };
  const { ending, calls } = await play({
    beginRun: () =>
      Promise.resolve({
        status: 'begun',
        isFilterOpen: false,
        isOffline: true,
        budget,
        turn: planned(quick('a'), quick('b')),
        sent: { a: { isEffectUnknown: false, tookMs: budget.wallClockMs + 1 } },
      }),
    sendRequest: (_, { known }) => Promise.resolve(known ?? { isEffectUnknown: false }),
  });
  expect(calls).toEqual(['beginRun', 'sendRequest', 'finishRun failed']);
  expect(ending).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('(RUN_MAX_MINUTES)') });
});

test('a quick request that is slow after all keeps its workflow task until it ends', async ({ expect }) => {
  const { workflow } = new Client({ connection });
  const played = await play({
    takeTurn: (_run, turn) => Promise.resolve(turn === 1 ? planned(quick('a')) : done),
    sendRequest: async () => {
      const { workflowId } = activityInfo().workflowExecution!;
      const tasksCompleted = async () => {
        const { events } = await workflow.getHandle(workflowId).fetchHistory();
        return events!.filter((event) => event.workflowTaskCompletedEventAttributes != null).length;
      };
      // The task is renewed before it times out, as often as needed.
      await expect.poll(tasksCompleted, { interval: 500 }).toBeGreaterThanOrEqual(1);
      return { isEffectUnknown: false };
    },
  });
  expect(played).toMatchObject({
    ending: succeeded,
    calls: ['beginRun', 'takeTurn', 'sendRequest', 'takeTurn'],
  });
});

test('takes no turn with the last request that the budget would not allow', async () => {
  const positions: unknown[] = [];
  const budget = { ...defaultBudget, steps: 1 };
  const { calls, ending } = await play({
    beginRun: () =>
      Promise.resolve({
        status: 'begun',
        isFilterOpen: false,
        isOffline: true,
        budget,
        turn: planned(quick('a')),
      }),
    sendRequest: (_, position) => {
      positions.push(position);
      return Promise.resolve({ isEffectUnknown: false });
    },
  });
  expect(positions).toHaveLength(1);
  expect(positions[0]).not.toHaveProperty('thenTurn');
  expect(calls).toEqual(['beginRun', 'sendRequest', 'finishRun failed']);
  expect(ending.outcome).toBe('failed');
});

test.each([
  ['quick', quick('a')],
  ['slow', call('a')],
])('a request to a %s target that is not processed is sent again after a timer', async (_, planCall) => {
  let tries = 0;
  const { calls, ending } = await play({
    takeTurn: (_run, turn) => Promise.resolve(turn === 1 ? planned(planCall) : done),
    sendRequest: () => {
      tries += 1;
      return Promise.resolve({ isEffectUnknown: false, ...(tries < 3 && { retryAfterMs: 1 }) });
    },
  });
  expect(ending).toEqual(succeeded);
  expect(calls).toEqual(['beginRun', 'takeTurn', 'sendRequest', 'sendRequest', 'sendRequest', 'takeTurn']);
});

test('play names an activity that has no stub', async () => {
  const begun = { status: 'begun', isFilterOpen: true, isOffline: false } as const;
  const played = play({ beginRun: () => Promise.resolve(begun) });
  await expect(played).rejects.toThrow('play() has no stub for judgeFilter');
});

/** Fails `times` times as an outage of the store or of a provider does, with pauses too short to wait for. */
function unavailable<T>(times: number, result: T) {
  let failuresLeft = times;
  return () => {
    failuresLeft -= 1;
    if (failuresLeft < 0) return Promise.resolve(result);
    throw ApplicationFailure.create({ message: 'unavailable', nextRetryDelay: 1 });
  };
}

test('an outage ends no run, however many attempts it costs, as long as time is left', async () => {
  const { ending, calls } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: true, isOffline: false }),
    judgeFilter: unavailable(1, null),
    takeTurn: unavailable(7, done),
  });
  expect(ending).toEqual(succeeded);
  expect(calls.filter((name) => name.startsWith('takeTurn'))).toHaveLength(8);
});

test('a request waits for the end of an outage', async () => {
  const { ending, calls } = await play({
    takeTurn: (_, turn) => Promise.resolve(turn === 1 ? planned(call('a')) : done),
    sendRequest: unavailable(7, { isEffectUnknown: false }),
  });
  expect(ending).toEqual(succeeded);
  expect(calls.filter((name) => name.startsWith('sendRequest'))).toHaveLength(8);
});

test('an outage that outlasts the time of the run ends it', async () => {
  const budget = { ...defaultBudget, wallClockMs: 1_000 };
  const { ending } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: false, budget }),
    takeTurn: () => {
      throw ApplicationFailure.create({
        type: 'PublicModelFailure',
        message: 'The model provider does not answer.',
        nextRetryDelay: '1m',
      });
    },
  });
  expect(ending).toEqual({ outcome: 'failed', reason: 'The model provider does not answer.' });
});

test('a run that finds no slot until its time is over ends, and says so', async () => {
  const budget = { ...defaultBudget, wallClockMs: 1_000 };
  const { ending } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: false, budget }),
    takeTurn: () => {
      throw ApplicationFailure.create({ type: noSlot, message: 'The run waits.', nextRetryDelay: '1m' });
    },
  });
  expect(ending).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('(RUN_MAX_MINUTES)'),
  });
});

test('sends no further request of a turn once the time of the run is over', async () => {
  const budget = { ...defaultBudget, wallClockMs: 400 };
  const { ending, calls } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true, budget }),
    takeTurn: () => Promise.resolve(planned(call('slow'), call('late'))),
    sendRequest: async () => {
      await delay(budget.wallClockMs + 200);
      return { isEffectUnknown: false };
    },
  });
  expect(calls.filter((name) => name.startsWith('sendRequest'))).toHaveLength(1);
  expect(ending).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('(RUN_MAX_MINUTES)'),
  });
});

test('takes no turn when the filter of the rules ended the run', async () => {
  const ending: Ending = { outcome: 'skipped', reason: null };
  const played = await play({ beginRun: () => Promise.resolve({ status: 'ended', ending }) });
  expect(played).toMatchObject({ ending, outcome: 'skipped', calls: ['beginRun'] });
});

test.each([
  ['ends as the filter of a model says', { outcome: 'skipped', reason: null }, ['beginRun', 'judgeFilter']],
  ['goes on when the filter of a model matches', null, ['beginRun', 'judgeFilter', 'takeTurn']],
] as const)('%s', async (_, verdict, expected) => {
  const { calls, ending } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: true, isOffline: false }),
    judgeFilter: () => Promise.resolve(verdict),
  });
  expect(ending).toEqual(verdict ?? succeeded);
  expect(calls).toEqual(expected);
});

test('ends when judging the filter takes the time of the whole run', async () => {
  const budget = { ...defaultBudget, wallClockMs: 500 };
  const held = Promise.withResolvers<null>();
  const { ending } = await play({
    beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: true, isOffline: false, budget }),
    judgeFilter: () => held.promise,
    finishRun: (_, ending) => {
      held.resolve(null);
      return Promise.resolve(ending);
    },
  });
  expect(ending).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('(RUN_MAX_MINUTES)'),
  });
});

test('waits for a record that is not there yet', async () => {
  let looks = 0;
  const { ending, calls } = await play({
    beginRun: () => {
      looks += 1;
      return Promise.resolve(
        looks === 1 ? { status: 'missing' } : { status: 'begun', isFilterOpen: false, isOffline: true },
      );
    },
  });
  expect(ending.outcome).toBe('succeeded');
  expect(calls.slice(0, 2)).toEqual(['beginRun', 'beginRun']);
});

test('is woken when its record is stored, and fails when it never is, so that it may be started again', async ({
  expect,
}) => {
  const taskQueue = randomUUID();
  const stored = new Set<string>();
  const isLookedFor: string[] = [];
  const finished: string[] = [];
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: bundle,
    activities: {
      beginRun: ({ deliveryId }: { deliveryId: string }) => {
        isLookedFor.push(deliveryId);
        if (!stored.has(deliveryId)) return Promise.resolve({ status: 'missing' });
        return Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true });
      },
      takeTurn: () => Promise.resolve(done),
      finishRun: ({ deliveryId }: { deliveryId: string }) => Promise.resolve(void finished.push(deliveryId)),
    },
  });
  const client = new Client({ connection });
  const starter = createRunStarter({ client, taskQueue, publicUrl: 'https://hooks.example' });
  const looksFor = (id: string) => isLookedFor.filter((looked) => looked === id).length;
  const wait = async (deliveryId: string, ...recordWaitMs: number[]) =>
    await client.workflow.start('automationRun', {
      workflowId: `${taskQueue}/${deliveryId}`,
      taskQueue,
      args: [{ ...run, deliveryId }, ...recordWaitMs],
    });
  await worker.runUntil(async () => {
    const late = await wait('dlv_late');
    // So often that the next time would be eight seconds away.
    await expect.poll(() => looksFor('dlv_late'), { interval: 50 }).toBe(4);
    const looks = looksFor('dlv_late');
    stored.add('dlv_late');
    await starter.recordStored(late.workflowId);
    expect(await late.result()).toEqual(succeeded);
    expect(looksFor('dlv_late')).toBe(looks + 1);

    const never = await wait(taskQueue, 1_000);
    await expect(never.result()).rejects.toMatchObject({ cause: { type: 'NeverStored' } });
    expect(finished).toEqual([]);
    await expect.poll(() => alarmsOf(taskQueue)).toEqual(['never-stored']);
  });
});

test('stops at a request whose effect is unknown and sends nothing after it', async () => {
  const { calls, ending } = await play({
    takeTurn: () => Promise.resolve(planned(call('a'), call('b'))),
    sendRequest: () => Promise.resolve({ isEffectUnknown: true }),
  });
  expect(ending).toEqual({ outcome: 'unknown_effect', reason: expect.stringContaining('POST a') });
  expect(calls).toEqual(['beginRun', 'takeTurn', 'sendRequest', 'finishRun unknown_effect']);
});

test('sends nothing of a turn that asks for more requests than the run may send', async () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => call(id));
  const { calls, ending } = await play({ takeTurn: () => Promise.resolve(planned(...six)) });
  expect(ending).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('5 requests') });
  expect(calls.filter((name) => name === 'sendRequest')).toHaveLength(0);
});

test('stops a run that never comes to an end', async () => {
  const { ending } = await play({ takeTurn: () => Promise.resolve(planned()) });
  expect(ending).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('8 model turns') });
});

test('ends as failed with the public sentence of a step that failed for good', async () => {
  const { ending, calls } = await play({
    takeTurn: () => {
      throw ApplicationFailure.nonRetryable(
        'The model provider refused the key of this service.',
        'PublicModelFailure',
      );
    },
  });
  expect(ending).toEqual({
    outcome: 'failed',
    reason: 'The model provider refused the key of this service.',
  });
  expect(calls.at(-1)).toBe('finishRun failed');
});

test('keeps what is not public of a failed step out of the record', async () => {
  const { ending } = await play({
    takeTurn: () => {
      throw ApplicationFailure.nonRetryable('secret detail', 'Whatever');
    },
  });
  expect(ending).toEqual({ outcome: 'failed', reason: 'A step failed on our side.' });
});

test.each([
  ['Whatever', 'failed', 'InternalFault'],
  ['PublicFailure', 'failed', null],
])(
  'a run that a failure of type %s ends is %s, and its workflow fails with %s',
  async (type, outcome, fault) => {
    const ended = await play({
      takeTurn: () => {
        throw ApplicationFailure.nonRetryable('The model refused.', type);
      },
    });
    expect(ended).toMatchObject({ ending: { outcome }, outcome, fault });
    expect(ended.calls.at(-1)).toBe('finishRun failed');
  },
);

test('records a cancelled run and gives its slot back before it ends as cancelled', async () => {
  const finished = Promise.withResolvers<Ending>();
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<TurnReport>();
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: bundle,
    activities: {
      beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: false }),
      takeTurn: async () => {
        begun.resolve();
        return await released.promise;
      },
      finishRun: (_: unknown, ending: Ending) => Promise.resolve(finished.resolve(ending)),
    },
  });
  const { workflow } = new Client({ connection });
  await worker.runUntil(async () => {
    // Whatever fails here: without its activity the worker ends.
    using cleanUp = new DisposableStack();
    cleanUp.defer(() => released.resolve(done));
    const handle = await workflow.start('automationRun', { workflowId: taskQueue, taskQueue, args: [run] });
    await begun.promise;
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) });
    expect(await finished.promise).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('cancelled'),
    });
  });
});

test.each([
  ['a defect of ours', new URIError('URI malformed')],
  ['a record that does not fit its schema', new z.ZodError([])],
  ['a record that is gone', new RecordMissing('dlv_1')],
])('a step that fails by %s ends the run at once instead of being tried for a day', async (_, error) => {
  const { calls, ending } = await play({ takeTurn: () => Promise.reject(error) });
  expect(calls.filter((name) => name.startsWith('takeTurn'))).toHaveLength(1);
  expect(ending).toEqual({ outcome: 'failed', reason: 'A step failed on our side.' });
});

test('a run that waits for the store waits by a timer, which keeps no worker busy', async ({ expect }) => {
  const taskQueue = randomUUID();
  let isAvailable = false;
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: bundle,
    activities: {
      beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: true }),
      takeTurn: () => (isAvailable ? Promise.resolve(done) : Promise.reject(new Error('The store is away'))),
      finishRun: (_: unknown, ending: Ending) => Promise.resolve(ending),
    },
  });
  const { workflow } = new Client({ connection });
  await worker.runUntil(async () => {
    const handle = await workflow.start('automationRun', { workflowId: taskQueue, taskQueue, args: [run] });
    const waits = async () => {
      const { events } = await handle.fetchHistory();
      return Boolean(events!.at(-1)!.timerStartedEventAttributes);
    };
    await expect.poll(waits).toBe(true);
    isAvailable = true;
    expect(await handle.result()).toEqual(succeeded);
  });
});
