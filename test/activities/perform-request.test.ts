import { unusedApprovals } from '#test/support/unused-approvals.ts';
import { unusedCompute } from '#test/support/unused-compute.ts';
import { CancelledFailure } from '@temporalio/activity';
import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

import { performRequestActivities } from '#activities/perform-request.ts';
import { createTargetSpeed } from '#activities/target-speed.ts';
import type { OutboundFailure, OutboundResult } from '#contracts/outbound.ts';
import { RetryPolicy } from '#contracts/retry.ts';
import { RecordMissing } from '#domain/record-missing.ts';
import type { OutboundOptions } from '#egress/outbound-options.ts';
import { createCapabilityReads } from '#store/capability-reads.ts';
import { type Circuits, createCircuits } from '#store/circuits.ts';
import { keys } from '#store/records/index.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const answered: OutboundResult = {
  kind: 'answered',
  status: 201,
  headers: {},
  body: 'made',
  truncated: false,
  attachedHeaders: ['Authorization'],
  requestBody: null,
  requestUrl: 'https://api.example.com/',
  ignoredHeaders: [],
  host: 'api.example.com',
  path: '/orders',
  finalUrl: null,
  hints: [],
};
const failed = (sent: 'nothing' | 'maybe', isTemporary: boolean): OutboundFailure => ({
  kind: 'failed',
  reason: sent === 'nothing' ? 'CONNECT_FAILED' : 'SOCKET_CLOSED',
  sent,
  isTemporary,
  message: 'The target could not be reached',
  host: 'api.example.com',
  path: '/orders',
  attachedHeaders: [],
  requestBody: null,
  requestUrl: 'https://api.example.com/',
});

interface Options {
  readonly policyFailures?: number;
  readonly markFailures?: number;
  readonly standsStillAt?: number;
  readonly isHeld?: boolean;
  readonly retry?: z.input<typeof RetryPolicy>;
  readonly circuits?: Circuits;
  readonly revisionFailures?: number;
  readonly endsBeforeWait?: boolean;
}

const revision = {
  name: 'Orders',
  instructions: 'Order it.',
  filter: null,
  condition: null,
  plan: null,
  expects: [],
  answerSchema: null,
  readsEarlierRuns: false,
  model: null,
  agentId: 'agt_1',
};

/**
 * A run whose first turn asked for one request, and an egress that answers with `results` one after the other. The store
 * refuses the first `storeFailures` records of what came of it, does not give the policies for the first
 * `policyFailures` requests, and loses the answer to the first `markFailures` marks that it stores. The worker that makes request
 * `standsStillAt` stands still right before it marks it, until `wake`;
 * with `isHeld` each request waits for `answerTo`; with `endsBeforeWait` the worker ends the first time before a slot is given back.
 */
async function setUp(
  method: 'GET' | 'POST',
  results: OutboundResult[],
  storeFailures = 0,
  {
    policyFailures = 0,
    markFailures = 0,
    standsStillAt = -1,
    isHeld = false,
    retry = {},
    revisionFailures = 0,
    circuits,
    endsBeforeWait = false,
  }: Options = {},
) {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  await planRequest(runs, run, method);
  const sent: OutboundOptions[] = [];
  let [policyFailuresLeft, markFailuresLeft] = [policyFailures, markFailures];
  const standing = Promise.withResolvers<void>();
  const held: Record<number, PromiseWithResolvers<void>> = {};
  let asked = 0;
  const egress = {
    send: async (_: unknown, __: unknown, options: OutboundOptions = {}) => {
      policyFailuresLeft -= 1;
      if (policyFailuresLeft >= 0) throw new Error('The policies cannot be read');
      if (standsStillAt === asked++) await standing.promise;
      await options.onSending?.();
      sent.push(options);
      onSent();
      const number = sent.length;
      if (isHeld) await (held[number] ??= Promise.withResolvers<void>()).promise;
      return results[number - 1] ?? answered;
    },
    check: () => Promise.reject(new Error('not asked')),
  };
  let onSent = () => undefined as void;
  let failuresLeft = storeFailures;
  let revisionFailuresLeft = revisionFailures;
  const openCall: typeof runs.openCall = async (...args) => {
    const opened = await runs.openCall(...args);
    return {
      ...opened,
      settle: async (...settled) => {
        failuresLeft -= 1;
        if (failuresLeft >= 0) throw new Error('The connection is lost');
        return await opened.settle(...settled);
      },
      markSending: async (progress) => {
        const marked = await opened.markSending(progress);
        markFailuresLeft -= 1;
        if (markFailuresLeft >= 0) throw new Error('The answer is lost');
        return marked;
      },
    };
  };
  let isEnding = endsBeforeWait;
  const giveSlotBack: typeof runs.giveSlotBack = async (...args) => {
    // The next attempt is all that is left of it.
    if (isEnding) throw new ReferenceError('The worker ended');
    await runs.giveSlotBack(...args);
  };
  const { sendRequest } = performRequestActivities({
    automations: {
      revision: () => {
        revisionFailuresLeft -= 1;
        if (revisionFailuresLeft >= 0) return Promise.reject(new Error('The connection is lost'));
        return Promise.resolve({ ...revision, retry: RetryPolicy.parse(retry) });
      },
    },
    stopping: new AbortController().signal,
    targetSpeed: createTargetSpeed(),
    circuits: circuits ?? createCircuits({ redis }),
    ...unusedApprovals,
    ports: { egress, ...createCapabilityReads({ redis }), ...unusedCompute },
    runs: { ...runs, openCall, giveSlotBack },
  });
  /** One attempt; `cutOff` says why it is cancelled while the request is under way. */
  const attempt = (number: number, cutOff?: 'WORKER_SHUTDOWN' | 'CANCELLED') => {
    const environment = new MockActivityEnvironment({ attempt: number }, { logger: quietLogger });
    onSent = () => {
      const cancelRequested = cutOff === 'CANCELLED';
      if (cutOff !== undefined)
        environment.cancel(cutOff, new ActivityCancellationDetails({ cancelRequested }));
    };
    return environment.run(sendRequest, run, { turn: 1, request: 1, callId: 'c1' });
  };
  const steps = async () => {
    const saved = await redis.hGetAll(keys.steps(run.workspaceId, run.deliveryId));
    return Object.values(saved).filter((json) => json.includes('"request"'));
  };
  return {
    redis,
    run,
    runs,
    sent,
    attempt,
    steps,
    wake: standing.resolve,
    answerTo: (number: number) => held[number]?.resolve(),
    asked: () => asked,
    startWorker: () => void (isEnding = false),
    slots: () => redis.zRange(keys.slots(run.workspaceId), 0, -1),
    waiting: () => redis.zRange(keys.waiting(run.workspaceId), 0, -1),
  };
}

describe('a request of a run', () => {
  test('is sent once with an idempotency key of run and step, and recorded', async () => {
    const { run, runs, sent, attempt, steps } = await setUp('POST', [answered]);
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect(sent).toMatchObject([
      { idempotencyKey: `${run.deliveryId}-1`, origin: { deliveryId: run.deliveryId } },
    ]);
    expect((await runs.calls(run)).get('c1')).toMatchObject({
      state: 'done',
      result: { status: 201, body: 'made' },
    });
    expect((await steps()).map((json) => JSON.parse(json) as object)).toMatchObject([
      {
        kind: 'request',
        method: 'POST',
        host: 'api.example.com',
        path: '/orders',
        status: 201,
        outcome: 'answered',
      },
    ]);
  });

  test('is not sent again when its result is stored and only its report was lost', async () => {
    const { sent, attempt } = await setUp('POST', [answered]);
    await attempt(1);
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
  });

  test('is recorded as answered when the store is away just after the answer', async () => {
    const { run, runs, sent, attempt, steps } = await setUp('POST', [answered], 2);
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
    expect(await steps()).toEqual([expect.stringContaining('"outcome":"answered"')]);
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done' });
  });

  test('has an unknown effect after a crash in mid-request, when it is a POST', async () => {
    const { run, runs, sent, attempt, steps } = await setUp('POST', []);
    await runs.saveCall(run, 'c1', { state: 'sending' });
    expect(await attempt(2)).toEqual({ isEffectUnknown: true });
    expect(sent).toHaveLength(0);
    expect((await steps())[0]).toContain('"outcome":"unknown"');
  });

  test('leaves no mark when the policies cannot be read, so that a POST is sent the next time', async () => {
    const { run, runs, sent, attempt } = await setUp('POST', [answered], 0, { policyFailures: 1 });
    await expect(attempt(1)).rejects.toThrow('The policies cannot be read');
    expect((await runs.calls(run)).get('c1')).toBeUndefined();
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
  });

  test('is marked before it leaves', async () => {
    const { run, runs, attempt, sent } = await setUp('POST', [failed('maybe', false)]);
    await attempt(1);
    expect(sent).toHaveLength(1);
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'sending' });
  });

  test('takes back a mark that was stored although nothing was sent', async () => {
    const { run, runs, sent, attempt } = await setUp('POST', [answered], 0, { markFailures: 1 });
    await expect(attempt(1)).rejects.toThrow('The answer is lost');
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'not-sent', tries: [] });
    expect(sent).toHaveLength(0);
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
  });

  test('is sent again after a crash in mid-request, when it is a GET', async () => {
    const { run, runs, sent, attempt } = await setUp('GET', [answered]);
    await runs.saveCall(run, 'c1', { state: 'sending' });
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
  });

  test('is tried again when nothing was sent, whatever its method, and then given to the agent as failed', async () => {
    const down = failed('nothing', true);
    const { run, runs, sent, attempt, steps } = await setUp('POST', [down, down, down], 0, {
      retry: { tries: 3, withinMinutes: 10 },
    });
    expect(await attempt(1)).toEqual({ isEffectUnknown: false, retryAfterMs: expect.any(Number) as number });
    const [waiting] = (await steps()).map((json) => JSON.parse(json) as object);
    expect(waiting).toMatchObject({
      outcome: 'failed',
      tries: [{ status: null, error: 'The target could not be reached' }],
      nextTryAt: expect.any(String) as string,
    });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'not-sent', tries: [{ status: null }] });
    await attempt(2);
    expect(await attempt(3)).toEqual({ isEffectUnknown: false });
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(3).fill(`${run.deliveryId}-1`));
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { kind: 'failed' } });
    const [tried, ...others] = (await steps()).map((json) => JSON.parse(json) as { tries: unknown[] });
    expect(others).toEqual([]);
    expect(tried).toMatchObject({ outcome: 'failed', nextTryAt: null });
    expect(tried!.tries).toHaveLength(3);
  });

  test('keeps its slot when its worker ends between the record of its wait and the wait, and is sent once by the next', async () => {
    const down = failed('nothing', true);
    const { run, sent, attempt, startWorker, slots, waiting, steps } = await setUp(
      'POST',
      [down, down, answered],
      0,
      { retry: { tries: 3, withinMinutes: 10 }, endsBeforeWait: true },
    );
    await expect(attempt(1)).rejects.toThrow('The worker ended');
    expect([await slots(), await waiting()]).toEqual([[run.deliveryId], []]);
    startWorker();
    expect(await attempt(2)).toHaveProperty('retryAfterMs');
    expect([await slots(), await waiting()]).toEqual([[], [run.deliveryId]]);
    expect(await attempt(3)).toEqual({ isEffectUnknown: false });
    expect([await slots(), await waiting()]).toEqual([[run.deliveryId], []]);
    expect(sent).toHaveLength(3);
    expect(JSON.parse((await steps())[0]!)).toMatchObject({
      status: 201,
      tries: [{ status: null }, { status: null }, { status: 201 }],
    });
  });

  test('is tried as often as it may be although outages of ours took attempts', async () => {
    const down = failed('nothing', true);
    const { sent, attempt } = await setUp('POST', [down, answered], 0, {
      policyFailures: 3,
      retry: { tries: 2 },
    });
    for (const number of [1, 2, 3])
      await expect(attempt(number)).rejects.toThrow('The policies cannot be read');
    expect(await attempt(4)).toHaveProperty('retryAfterMs');
    expect(await attempt(5)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['POST', 503, {}],
    ['POST', 429, {}],
    ['GET', 502, {}],
    ['POST', 502, { honorsIdempotencyKey: true }],
  ] as const)('%s is tried again after %d with %j, and the agent hears the last answer', async (...given) => {
    const [method, status, retry] = given;
    const { run, runs, attempt, sent, steps } = await setUp(method, [{ ...answered, status }], 0, { retry });
    expect(await attempt(1)).toHaveProperty('retryAfterMs');
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(2);
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status: 201 } });
    expect(JSON.parse((await steps())[0]!)).toMatchObject({
      status: 201,
      tries: [{ status }, { status: 201, error: null }],
      nextTryAt: null,
    });
  });

  test.each([
    ['POST', 502],
    ['POST', 504],
    ['GET', 500],
    ['GET', 404],
  ] as const)('%s that was answered %d is not tried again by the default policy', async (method, status) => {
    const { run, runs, attempt } = await setUp(method, [{ ...answered, status }]);
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status } });
  });

  test('keeps what the target answered while the policy cannot be read', async () => {
    const { run, runs, sent, attempt } = await setUp('POST', [{ ...answered, status: 503 }], 0, {
      revisionFailures: 2,
    });
    expect(await attempt(1)).toHaveProperty('retryAfterMs');
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'not-sent', tries: [{ status: 503 }] });
    expect(sent).toHaveLength(1);
  });

  test('waits as long as the target asks, and not at all where that is beyond its policy', async () => {
    const busy = (seconds: number) => ({
      ...answered,
      status: 429,
      headers: { 'retry-after': String(seconds) },
    });
    const { attempt, run, runs } = await setUp('POST', [busy(300), busy(601)]);
    const { retryAfterMs } = (await attempt(1)) as { retryAfterMs: number };
    expect(retryAfterMs).toBe(300_000);
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status: 429 } });
  });

  test('that may have arrived is sent again only where the target honors its key, and is unknown at the end', async () => {
    const cutOff = failed('maybe', true);
    const retry = { tries: 2, honorsIdempotencyKey: true };
    const { run, sent, attempt, steps } = await setUp('POST', [cutOff, cutOff], 0, { retry });
    expect(await attempt(1)).toHaveProperty('retryAfterMs');
    expect(await attempt(2)).toEqual({ isEffectUnknown: true });
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(2).fill(`${run.deliveryId}-1`));
    expect(JSON.parse((await steps())[0]!)).toMatchObject({ outcome: 'unknown', nextTryAt: null });
  });

  test('that may have arrived once has an unknown effect, although its last try was not sent', async () => {
    const retry = { tries: 2, honorsIdempotencyKey: true };
    const results = [failed('maybe', true), failed('nothing', true)];
    const { run, runs, attempt, steps } = await setUp('POST', results, 0, { retry });
    expect(await attempt(1)).toHaveProperty('retryAfterMs');
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'not-sent', mayHaveArrived: true });
    expect(await attempt(2)).toEqual({ isEffectUnknown: true });
    expect(JSON.parse((await steps())[0]!)).toMatchObject({ outcome: 'unknown', nextTryAt: null });
    expect((await runs.finish(run, { outcome: 'failed', reason: null })).ending.outcome).toBe(
      'unknown_effect',
    );
  });

  test('has the effect that the target tells at last, although an earlier try may have arrived', async () => {
    const retry = { honorsIdempotencyKey: true };
    const results = [failed('maybe', true), failed('nothing', true), answered];
    const { run, runs, attempt } = await setUp('POST', results, 0, { retry });
    expect(await attempt(1)).toHaveProperty('retryAfterMs');
    expect(await attempt(2)).toHaveProperty('retryAfterMs');
    expect(await attempt(3)).toEqual({ isEffectUnknown: false });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status: 201 } });
    expect((await runs.finish(run, { outcome: 'failed', reason: null })).ending.outcome).toBe('failed');
  });

  test('that a crash cut off has an unknown effect where it cannot be sent again', async () => {
    const retry = { tries: 1, honorsIdempotencyKey: true };
    const { run, runs, attempt } = await setUp('POST', [failed('nothing', true)], 0, { retry });
    await runs.saveCall(run, 'c1', { state: 'sending' });
    expect(await attempt(2)).toEqual({ isEffectUnknown: true });
  });

  test('is sent again after a crash in mid-request where the target honors its key', async () => {
    const { run, runs, sent, attempt } = await setUp('POST', [answered], 0, {
      retry: { honorsIdempotencyKey: true },
    });
    await runs.saveCall(run, 'c1', { state: 'sending' });
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
  });

  test('to a target that rests waits without being sent, and ends when its tries would be over', async () => {
    let restMs = 60_000;
    const circuits: Circuits = {
      ask: () => Promise.resolve({ waitMs: restMs, hasFailed: true }),
      succeeded: () => Promise.resolve(),
      failed: () => Promise.resolve(),
    };
    const { run, runs, sent, attempt, steps } = await setUp('POST', [], 0, { circuits });
    expect(await attempt(1)).toEqual({ isEffectUnknown: false, retryAfterMs: 60_000 });
    expect(JSON.parse((await steps())[0]!)).toMatchObject({
      outcome: 'failed',
      tries: [],
      nextTryAt: expect.any(String) as string,
    });
    restMs = 600_001;
    expect(await attempt(2)).toEqual({ isEffectUnknown: false });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { kind: 'failed' } });
    expect(sent).toHaveLength(0);
  });

  test('tells all runs of the agent whether its target fails', async () => {
    const noted: string[] = [];
    const circuits: Circuits = {
      ask: async (_, target) => {
        const hasFailed = noted.includes('failed');
        noted.push(`ask ${target}`);
        return { waitMs: 0, hasFailed };
      },
      succeeded: () => Promise.resolve(void noted.push('succeeded')),
      failed: () => Promise.reject(new Error(String(noted.push('failed')))),
    };
    const { attempt } = await setUp(
      'POST',
      [
        { ...answered, status: 503 },
        { ...answered, status: 404 },
      ],
      0,
      {
        circuits,
      },
    );
    await attempt(1);
    await attempt(2);
    const ask = 'ask https://api.example.com';
    expect(noted).toEqual([ask, 'failed', ask, ask, 'succeeded']);
  });

  test('says nothing of a target that has not failed before', async () => {
    const noted: string[] = [];
    const circuits: Circuits = {
      ask: () => Promise.resolve({ waitMs: 0, hasFailed: false }),
      succeeded: () => Promise.resolve(void noted.push('succeeded')),
      failed: () => Promise.resolve(void noted.push('failed')),
    };
    const { attempt, sent } = await setUp('POST', [answered], 0, { circuits });
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect(sent).toHaveLength(1);
    expect(noted).toEqual([]);
  });

  test.each(['GET', 'POST'] as const)(
    'that had no effect when the worker stopped is sent by another one: %s',
    async (method) => {
      const cancelled = {
        ...failed(method === 'GET' ? 'maybe' : 'nothing', false),
        reason: 'CANCELLED',
      } as const;
      const { run, runs, sent, attempt, steps } = await setUp(method, [cancelled, answered]);
      await expect(attempt(1, 'WORKER_SHUTDOWN')).rejects.toThrow(CancelledFailure);
      expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'not-sent' });
      expect(await attempt(2)).toEqual({ isEffectUnknown: false });
      expect(sent).toHaveLength(2);
      expect(await steps()).toEqual([expect.stringContaining('"outcome":"answered"')]);
    },
  );

  test('that an operator cancelled is recorded as cancelled', async () => {
    const cancelled = { ...failed('nothing', false), reason: 'CANCELLED' } as const;
    const { run, runs, attempt } = await setUp('POST', [cancelled]);
    await attempt(1, 'CANCELLED');
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { kind: 'failed' } });
  });

  test.each(['GET', 'POST'] as const)(
    'is sent once although the worker that stood still before it wakes up later: %s',
    async (method) => {
      const { run, runs, sent, attempt, steps, wake, asked } = await setUp(method, [answered], 0, {
        standsStillAt: 0,
      });
      const asleep = attempt(1);
      await expect.poll(asked).toBe(1);
      await attempt(2);
      wake();
      await expect(asleep).rejects.toMatchObject({ type: 'CallTaken', nonRetryable: false });
      expect(sent).toHaveLength(1);
      expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status: 201 } });
      expect(await steps()).toEqual([expect.stringContaining('"outcome":"answered"')]);
      // Tried again, it finds the answer of the other one.
      expect(await attempt(3)).toEqual({ isEffectUnknown: false });
      expect(sent).toHaveLength(1);
    },
  );

  test('leaves no trace of a cut-off attempt over the answer of a later one', async () => {
    const cancelled = { ...failed('maybe', false), reason: 'CANCELLED' } as const;
    const { run, runs, attempt, answerTo, sent } = await setUp('GET', [cancelled, answered], 0, {
      isHeld: true,
    });
    const early = attempt(1, 'WORKER_SHUTDOWN');
    await expect.poll(() => sent.length).toBe(1);
    const late = attempt(2);
    await expect.poll(() => sent.length).toBe(2);
    answerTo(2);
    await late;
    answerTo(1);
    await expect(early).rejects.toThrow('Another attempt carries out this call.');
    expect((await runs.calls(run)).get('c1')).toMatchObject({ state: 'done', result: { status: 201 } });
  });

  test('is not sent any more when the run is over, or its record gone', async () => {
    const { redis, run, runs, sent, attempt } = await setUp('POST', []);
    await runs.finish(run, { outcome: 'failed', reason: 'The run was terminated by an operator.' });
    await expect(attempt(1)).rejects.toMatchObject({ type: 'RecordMissing', nonRetryable: true });
    await redis.del(keys.run(run.workspaceId, run.deliveryId));
    await expect(attempt(2)).rejects.toThrow(RecordMissing);
    expect(sent).toHaveLength(0);
  });

  test('has an unknown effect when a POST was cut off after it may have been sent', async () => {
    const { sent, attempt } = await setUp('POST', [failed('maybe', false)]);
    expect(await attempt(1)).toEqual({ isEffectUnknown: true });
    expect(await attempt(2)).toEqual({ isEffectUnknown: true });
    expect(sent).toHaveLength(1);
  });

  test('that was refused is told to the agent and not tried again', async () => {
    const message = "Outbound request to 'evil.example' is not allowed";
    const refused = { kind: 'refused', host: 'evil.example', ground: 'host', message } as const;
    const { run, runs, attempt } = await setUp('POST', [refused]);
    expect(await attempt(1)).toEqual({ isEffectUnknown: false });
    expect((await runs.calls(run)).get('c1')).toMatchObject({ result: { kind: 'refused', message } });
  });
});
