import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { messageActivities } from '#activities/message.ts';
import { performRequestActivities } from '#activities/perform-request.ts';
import { recordActivities } from '#activities/record.ts';
import { createTargetSpeed } from '#activities/target-speed.ts';
import { turnActivities } from '#activities/turn.ts';
import { withNextTurn } from '#activities/with-next-turn.ts';
import { type BudgetLimits, defaultBudget } from '#domain/budget.ts';
import type { OutboundOptions } from '#egress/outbound-options.ts';
import { createApis } from '#store/api/apis.ts';
import { createCapabilityReads } from '#store/capability-reads.ts';
import { createCircuits } from '#store/circuits.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { keys } from '#store/records/index.ts';
import type { RunStore } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { offlineModels } from '#test/support/offline-models.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { acceptRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { unusedApprovals } from '#test/support/unused-approvals.ts';
import { unusedCompute } from '#test/support/unused-compute.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const answered = {
  kind: 'answered',
  status: 201,
  headers: {},
  body: 'made',
  truncated: false,
  attachedHeaders: [],
  requestBody: null,
  requestUrl: 'https://api.example.com/',
  ignoredHeaders: [],
  host: 'api.example.com',
  path: '/orders',
  finalUrl: null,
  hints: [],
} as const;

interface Options {
  /** Happens when the request has left. */
  readonly onSent?: (begun: Begun) => Promise<unknown>;
  /** So often the store does not take what a step leaves, after the request has left. */
  readonly storeFailures?: number;
  /** Whether the turn after the request fails the first time. */
  readonly losesTurn?: boolean;
  /** A run to a slow target has steps of its own for its requests. */
  readonly isSlow?: boolean;
  readonly requests?: number;
  readonly budget?: BudgetLimits;
  readonly answer?: (sent: number) => object;
}

type Begun = Awaited<ReturnType<typeof acceptRun>>;

const lost = () => new Error('The connection is lost');

/** A run of the offline rules with one request. */
async function setUp(
  { onSent, storeFailures = 0, losesTurn = false, isSlow = false, ...options }: Options = {},
  id = 1,
) {
  const { redis } = connection;
  const begun = await acceptRun(redis, {
    instructions: 'POST https://api.example.com/orders with JSON {"id": {{id}}}. '.repeat(
      options.requests ?? 1,
    ),
    filter: `Only run when id is ${id}`,
  });
  const { run } = begun;
  const models = offlineModels(redis, begun.automations);
  let sent = 0;
  let cutOff: AbortSignal | undefined;
  const egress = {
    send: async (_: unknown, __: unknown, { onSending, signal }: OutboundOptions = {}) => {
      cutOff = signal;
      await onSending?.();
      sent += 1;
      await onSent?.(begun);
      return { ...answered, ...options.answer?.(sent) };
    },
    check: () => Promise.reject(new Error('not asked')),
  };
  let failuresLeft = storeFailures;
  let isTurnLost = losesTurn;
  const isLost = () => sent > 0 && (failuresLeft -= 1) >= 0;
  const unitOf: RunStore['unitOf'] = (of) => {
    const unit = begun.runs.unitOf(of);
    return {
      ...unit,
      saveTurn: async (...saved) => {
        if (sent === 0 || !isTurnLost) return await unit.saveTurn(...saved);
        isTurnLost = false;
        throw lost();
      },
      persist: (held) => (isLost() ? Promise.reject(lost()) : unit.persist(held)),
      finish: (ended, ending) => (isLost() ? Promise.reject(lost()) : unit.finish(ended, ending)),
    };
  };
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const deps = {
    ...begun,
    runs: { ...begun.runs, unitOf },
    models,
    apis: createApis({ redis }),
    policyRecords: createPolicyStore({ redis, vault }),
    budget: options.budget ?? defaultBudget,
    targetSpeed: { ...createTargetSpeed(), isSlow: () => isSlow },
    circuits: createCircuits({ redis }),
    ...unusedApprovals,
    stopping: new AbortController().signal,
    ports: { egress, ...createCapabilityReads({ redis }), ...unusedCompute },
  };
  const startWorker = () =>
    withNextTurn(deps, (given) => ({
      ...recordActivities(given),
      ...messageActivities(given),
      ...turnActivities(given),
      ...performRequestActivities(given),
    }));
  const steps = startWorker();
  const environment = (isLocal: boolean) => new MockActivityEnvironment({ isLocal }, { logger: quietLogger });
  const inTemporal = <A extends unknown[], T>(activity: (...args: A) => Promise<T>, ...args: A) =>
    environment(false).run(activity, ...args);
  const position = { turn: 1, request: 1, callId: 'offline-1', thenTurn: { budget: defaultBudget } };
  return {
    ...begun,
    sent: () => sent,
    begin: () => inTemporal(steps.beginRun, run),
    beginElsewhere: () => inTemporal(startWorker().beginRun, run),
    /** The begin as a local activity, and how Temporal gives it up. */
    beginLocally: () => {
      const local = environment(true);
      return { done: local.run(steps.beginRun, run), giveUp: () => local.cancel() };
    },
    isCutOff: () => cutOff?.aborted,
    send: (more: object = {}) => inTemporal(steps.sendRequest, run, { ...position, ...more }),
    record: () => begun.deliveries.find(run.workspaceId, run.deliveryId),
  };
}

const endedReport = { isEffectUnknown: false, turn: { ending: { outcome: 'succeeded' } } };
const wholeRecord = {
  outcome: 'succeeded',
  steps: [{ kind: 'model' }, { kind: 'request', status: 201 }, { kind: 'model' }],
};

describe('the begin of a run', () => {
  test('stores the filter and the first turn', async () => {
    const { begin, record } = await setUp({ isSlow: true });
    expect(await begin()).toMatchObject({
      status: 'begun',
      turn: { calls: [{ callId: 'offline-1', kind: 'request' }], ending: null },
    });
    expect(await record()).toMatchObject({
      outcome: 'running',
      startedAt: expect.any(String),
      filter: { matched: true },
      steps: [{ kind: 'model' }],
    });
  });

  test('confirms the claim that the intake left', async () => {
    const { begin, admissions, run } = await setUp({ isSlow: true });
    expect(await admissions.isConfirmed(run, run.deliveryId)).toBe(false);
    expect(await begin()).toMatchObject({ status: 'begun', turn: { ending: null } });
    expect(await admissions.isConfirmed(run, run.deliveryId)).toBe(true);
  });

  test('finds nothing where the claim was withdrawn', async () => {
    const { begin, admissions, run } = await setUp({ isSlow: true });
    await admissions.withdraw(run, run.deliveryId);
    expect(await begin()).toEqual({ status: 'missing' });
    expect(await connection.redis.keys(`{${run.workspaceId}}:delivery:*`)).toEqual([]);
  });

  test('ends the run when the filter does not match', async () => {
    const { begin, record } = await setUp({}, 2);
    expect(await begin()).toEqual({ status: 'ended', ending: { outcome: 'skipped', reason: null } });
    expect(await record()).toMatchObject({ outcome: 'skipped', filter: { matched: false }, steps: [] });
    expect(await begin()).toEqual({ status: 'ended', ending: { outcome: 'skipped', reason: null } });
  });

  test('takes no second first turn when it is repeated', async () => {
    const { begin, record } = await setUp({ isSlow: true });
    await begin();
    const before = await record();
    expect(await begin()).toMatchObject({ status: 'begun', turn: { calls: [{ callId: 'offline-1' }] } });
    expect((await record())?.steps).toEqual(before?.steps);
  });
});

describe('a request with the turn after it', () => {
  test('stores the answer, the turn and the end of the run', async () => {
    const { begin, send, record } = await setUp({ isSlow: true });
    await begin();
    expect(await send()).toMatchObject(endedReport);
    expect(await record()).toMatchObject(wholeRecord);
  });

  test.each([1, 2, 3])(
    'keeps the answer when the store is away after it: %d times',
    async (storeFailures) => {
      const { begin, send, sent, record } = await setUp({ isSlow: true, storeFailures });
      await begin();
      const first = await send().catch((error: unknown) => error);
      // If the end could not be written the step fails, and its next attempt finds what was kept.
      expect(first instanceof Error ? await send() : first).toMatchObject(endedReport);
      expect(await record()).toMatchObject(wholeRecord);
      expect(sent()).toBe(1);
    },
  );

  test('keeps the answer when the turn fails, and takes the turn the next time', async () => {
    const { begin, send, sent, record } = await setUp({ isSlow: true, losesTurn: true });
    await begin();
    await expect(send()).rejects.toThrow('The connection is lost');
    expect(await record()).toMatchObject({ outcome: 'running', steps: [{ kind: 'model' }, { status: 201 }] });
    expect(await send()).toMatchObject(endedReport);
    expect(await record()).toMatchObject(wholeRecord);
    expect(sent()).toBe(1);
  });

  test('writes nothing over what another attempt has written meanwhile', async () => {
    const other = JSON.stringify({ state: 'sending', by: 'another attempt' });
    const { begin, send, record, run } = await setUp({
      isSlow: true,
      onSent: ({ run: { workspaceId, deliveryId } }) =>
        connection.redis.hSet(keys.calls(workspaceId, deliveryId), 'offline-1', other),
    });
    await begin();
    await expect(send()).rejects.toMatchObject({ type: 'CallTaken', nonRetryable: false });
    expect(await record()).toMatchObject({ outcome: 'running', steps: [{ kind: 'model' }] });
    const stored = await connection.redis.hGet(keys.calls(run.workspaceId, run.deliveryId), 'offline-1');
    expect(stored).toBe(other);
  });

  test('adds its steps to a run that an operator has ended meanwhile, and nothing else', async () => {
    const { begin, send, record } = await setUp({
      isSlow: true,
      onSent: ({ runs, run }) => runs.finish(run, { outcome: 'failed', reason: 'Cancelled.' }),
    });
    await begin();
    expect(await send()).toMatchObject({ turn: { ending: { outcome: 'unknown_effect' } } });
    expect(await record()).toMatchObject({
      outcome: 'unknown_effect',
      reason: expect.stringContaining('Cancelled.'),
      steps: [{ kind: 'model' }, { status: 201 }, { kind: 'model' }],
    });
  });

  test('does not begin a record again that was lost meanwhile', async () => {
    const { begin, send, run } = await setUp({
      isSlow: true,
      onSent: ({ run: { workspaceId, deliveryId } }) =>
        connection.redis.del([keys.run(workspaceId, deliveryId), keys.body(workspaceId, deliveryId)]),
    });
    await begin();
    await expect(send()).rejects.toMatchObject({ type: 'RecordMissing', nonRetryable: true });
    expect(await connection.redis.exists(keys.run(run.workspaceId, run.deliveryId))).toBe(0);
  });
});

const inOneStep = { status: 'ended', ending: { outcome: 'succeeded', reason: null } };
const post = 'POST api.example.com/orders';

describe('a run by a plan', () => {
  test('is one step where its targets answer at once, and tells what it did', async () => {
    const { begin, sent, record } = await setUp();
    expect(await begin()).toEqual({
      ...inOneStep,
      done: [expect.stringMatching(/^Turn 1: /), post, expect.stringMatching(/^Turn 2: /)],
    });
    expect(await record()).toMatchObject({ ...wholeRecord, filter: { matched: true } });
    expect(sent()).toBe(1);
    expect(await begin()).toEqual(inOneStep);
    expect(sent()).toBe(1);
  });

  test('stores the result of each request before the next one leaves', async () => {
    const results: unknown[] = [];
    const { begin, sent, record } = await setUp({
      requests: 3,
      onSent: async ({ run: { workspaceId, deliveryId } }) =>
        results.push(Object.values(await connection.redis.hGetAll(keys.calls(workspaceId, deliveryId)))),
    });
    expect(await begin()).toMatchObject({
      ...inOneStep,
      done: [{}, post, post, post, {}].map(() => expect.anything()),
    });
    const states = results.map((calls) =>
      (calls as string[]).map((call) => (JSON.parse(call) as { state: string }).state).toSorted(),
    );
    expect(states).toEqual([['sending'], ['done', 'sending'], ['done', 'done', 'sending']]);
    expect((await record())?.steps.filter(({ kind }) => kind === 'request')).toHaveLength(3);
    expect(sent()).toBe(3);
  });

  test('has an unknown effect when its worker dies in the request, and sends nothing more', async () => {
    const died = Promise.withResolvers<never>();
    const left = Promise.withResolvers<void>();
    const { begin, beginElsewhere, sent, record, run } = await setUp({
      onSent: async () => {
        left.resolve();
        await died.promise;
      },
    });
    const lostAttempt = begin().catch(() => undefined);
    await left.promise;
    // All that explains the request is on disk by now.
    expect(await record()).toMatchObject({
      outcome: 'running',
      filter: { matched: true },
      steps: [{ kind: 'model' }],
    });
    const report = { isEffectUnknown: true, tookMs: expect.any(Number) };
    expect(await beginElsewhere()).toMatchObject({ status: 'begun', sent: { 'offline-1': report } });
    expect(sent()).toBe(1);
    expect(await connection.redis.hGet(keys.calls(run.workspaceId, run.deliveryId), 'offline-1')).toContain(
      'sending',
    );
    died.reject(lost());
    await lostAttempt;
  });

  test('ends as it would have when Temporal gives the attempt up in the request, and begins another', async () => {
    const left = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { begin, beginLocally, isCutOff, sent, record } = await setUp({
      // The end of the run, and two writes of the answer.
      storeFailures: 3,
      onSent: async () => {
        left.resolve();
        await answer.promise;
      },
    });
    const { done, giveUp } = beginLocally();
    await left.promise;
    giveUp();
    expect(isCutOff()).toBe(false);
    const next = begin();
    answer.resolve();
    await expect(done).rejects.toThrow('The connection is lost');
    expect(await next).toMatchObject(inOneStep);
    expect(await record()).toMatchObject(wholeRecord);
    expect(sent()).toBe(1);
  });

  test.each([1, 2, 3])(
    'keeps the answer when the store is away after it: %d times',
    async (storeFailures) => {
      const { begin, sent, record } = await setUp({ storeFailures });
      const first = await begin().catch((error: unknown) => error);
      if (first instanceof Error) await begin();
      expect(await record()).toMatchObject(wholeRecord);
      expect(sent()).toBe(1);
    },
  );

  test('keeps the answer when the turn after it fails, and takes the turn the next time', async () => {
    const { begin, sent, record } = await setUp({ losesTurn: true });
    await expect(begin()).rejects.toThrow('The connection is lost');
    expect(await record()).toMatchObject({ outcome: 'running', steps: [{ kind: 'model' }, { status: 201 }] });
    expect(await begin()).toMatchObject(inOneStep);
    expect(await record()).toMatchObject(wholeRecord);
    expect(sent()).toBe(1);
  });

  test('leaves the rest to the workflow where a request is to be tried again', async () => {
    const { begin, send, sent, record } = await setUp({
      requests: 2,
      answer: (count) => (count === 2 ? { status: 503 } : {}),
    });
    const begun = await begin();
    expect(begun).toMatchObject({
      status: 'begun',
      turn: { calls: [{ callId: 'offline-1' }, { callId: 'offline-2' }] },
      sent: {
        'offline-1': { isEffectUnknown: false },
        'offline-2': { isEffectUnknown: false, retryAfterMs: expect.any(Number) },
      },
    });
    expect(await record()).toMatchObject({
      outcome: 'running',
      steps: [{}, { status: 201 }, { status: 503 }],
    });
    // The workflow notes in its history what it was told.
    const known = { isEffectUnknown: false, tookMs: 1 };
    expect(await send({ known })).toEqual(known);
    expect(sent()).toBe(2);
  });

  test('leaves its end to the workflow where its budget allows no further turn', async () => {
    const { begin, record } = await setUp({ budget: { ...defaultBudget, steps: 1 } });
    expect(await begin()).toMatchObject({
      status: 'begun',
      sent: { 'offline-1': { isEffectUnknown: false } },
    });
    expect(await record()).toMatchObject({ outcome: 'running', steps: [{ kind: 'model' }, { status: 201 }] });
  });
});
