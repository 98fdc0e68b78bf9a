import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTargetSpeed } from '#activities/target-speed.ts';
import { turnActivities } from '#activities/turn.ts';
import type { AgentModel, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { ModelFailureKind } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { noUsage } from '#domain/no-usage.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { createApis } from '#store/api/apis.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault } from '#store/secret/vault.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const answered: TurnOutput = {
  messages: [],
  calls: [],
  isDone: true,
  answer: 'Done.',
  needsModel: null,
  failure: null,
  usage: { ...noUsage, inputTokens: 7, outputTokens: 3 },
  cost: { state: 'known', amountMicros: 40, currency: 'USD', priceTable: 't' },
  model: 'openai/m',
  finishReason: 'stop',
  summary: 'Answered',
};

/** A run whose model does at each attempt what stands in `attempts`; the first `lostReplies` answers are stored unseen. */
async function setUp(
  attempts: readonly ((input: TurnInput) => Promise<TurnOutput>)[],
  { lostReplies = 0 } = {},
) {
  const { redis } = connection;
  const begun = await beginRun(redis);
  let lostRepliesLeft = lostReplies;
  const saveTurn: typeof begun.runs.saveTurn = async (...turn) => {
    await begun.runs.saveTurn(...turn);
    lostRepliesLeft -= 1;
    if (lostRepliesLeft >= 0) throw new Error('The reply of the store is lost');
  };
  let asked = 0;
  const model = {
    id: 'openai/m',
    isOffline: false,
    outputTokensMax: 4_096,
    estimateMaxUsage: () => Promise.resolve(() => ({ inputTokens: 5, outputTokens: 5, amountMicros: 100 })),
    turn: (input: TurnInput) => attempts[asked++]!(input),
    resultMessage: () => ({}),
  } as unknown as AgentModel;
  const policyRecords = createPolicyStore({
    redis,
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]),
  });
  const { takeTurn } = turnActivities({
    ...begun,
    targetSpeed: createTargetSpeed(),
    runs: { ...begun.runs, saveTurn },
    models: { of: () => Promise.resolve({ main: model, fallback: null, filter: model }) },
    apis: createApis({ redis }),
    policyRecords,
  });
  const attempt = (number: number) => {
    const environment = new MockActivityEnvironment({ attempt: number }, { logger: quietLogger });
    return { environment, done: environment.run(takeTurn, begun.run, 1, 0) };
  };
  const money = async () => {
    const { run } = begun;
    return (
      await createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null }).find(
        run.workspaceId,
        run.deliveryId,
      )
    )?.cost.money;
  };
  return { attempt, money };
}

const answer = () => Promise.resolve(answered);
const fail = (failure: ModelFailureKind) => () => Promise.reject(new ModelFailure(failure));

test('an attempt that is lost half-way leaves a cost that is unknown, and at least what is known', async () => {
  const asked = Promise.withResolvers<void>();
  const hang = ({ signal }: TurnInput) =>
    new Promise<TurnOutput>((_, reject) => {
      asked.resolve();
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
    });
  const { attempt, money } = await setUp([hang, answer]);
  const first = attempt(1);
  await asked.promise;
  first.environment.cancel();
  await expect(first.done).rejects.toThrow('CANCELLED');
  await attempt(2).done;
  expect(await money()).toEqual({ state: 'unknown', amountMicros: null, currency: 'USD', atLeastMicros: 40 });
});

test('a call that a stopping worker cut off may be billed', async () => {
  await using server = await startModelServer([{ hang: 'headers' }]);
  const real = createAgentModel({ id: 'openai-compatible/local/m', baseUrl: server.baseUrl });
  const { attempt, money } = await setUp([(input) => real.turn(input), answer]);
  const first = attempt(1);
  await expect.poll(() => server.calls.length).toBe(1);
  first.environment.cancel('WORKER_SHUTDOWN');
  await expect(first.done).rejects.toThrow('WORKER_SHUTDOWN');
  await attempt(2).done;
  expect(await money()).toMatchObject({ state: 'unknown', atLeastMicros: 40 });
});

test('an answer of which only a part came may be billed', async () => {
  await using server = await startModelServer([{ hang: 'cut' }]);
  const real = createAgentModel({ id: 'openai-compatible/local/m', baseUrl: server.baseUrl });
  const { attempt, money } = await setUp([(input) => real.turn(input), answer]);
  await expect(attempt(1).done).rejects.toMatchObject({ type: 'PublicModelFailure', nonRetryable: false });
  await attempt(2).done;
  expect(await money()).toMatchObject({ state: 'unknown', atLeastMicros: 40 });
});

test('an answer that is stored although the store did not say so is counted once', async () => {
  const { attempt, money } = await setUp([answer], { lostReplies: 1 });
  await attempt(1).done;
  expect(await money()).toEqual({ state: 'known', amountMicros: 40, currency: 'USD' });
});

test.each<ModelFailureKind>([{ kind: 'bad-answer' }, { kind: 'cut-prompt' }])(
  'an answer that cannot be used was paid, nobody knows how much: %j',
  async (failure) => {
    const { attempt, money } = await setUp([fail(failure), answer]);
    await expect(attempt(1).done).rejects.toThrow(ApplicationFailure);
    await attempt(2).done;
    expect(await money()).toMatchObject({ state: 'unknown', atLeastMicros: 40 });
  },
);

test('a model is asked once more after an answer that cannot be read, whatever outages of ours came before', async () => {
  const badAnswer = fail({ kind: 'bad-answer' });
  const lost = () => Promise.reject(new Error('The store is unavailable'));
  const { attempt } = await setUp([lost, lost, badAnswer, badAnswer]);
  await expect(attempt(1).done).rejects.toThrow('unavailable');
  await expect(attempt(2).done).rejects.toThrow('unavailable');
  await expect(attempt(3).done).rejects.toMatchObject({ type: 'PublicModelFailure', nonRetryable: false });
  await expect(attempt(4).done).rejects.toMatchObject({ type: 'PublicModelFailure', nonRetryable: true });
});

test.each<ModelFailureKind>([{ kind: 'rate-limited', retryAfterMs: null }, { kind: 'unavailable' }])(
  'an attempt that was refused cost nothing: %j',
  async (failure) => {
    const { attempt, money } = await setUp([fail(failure), answer]);
    await expect(attempt(1).done).rejects.toThrow(ApplicationFailure);
    await attempt(2).done;
    expect(await money()).toEqual({ state: 'known', amountMicros: 40, currency: 'USD' });
  },
);

test('an answer that comes when another attempt has given one is not listened to, but paid', async () => {
  const late = Promise.withResolvers<TurnOutput>();
  const asked = Promise.withResolvers<void>();
  const { attempt, money } = await setUp([
    () => {
      asked.resolve();
      return late.promise;
    },
    () => Promise.resolve({ ...answered, isDone: false, answer: null }),
  ]);
  const first = attempt(1);
  await asked.promise;
  await attempt(2).done;
  late.resolve(answered);
  await first.done;
  expect(await money()).toEqual({ state: 'known', amountMicros: 80, currency: 'USD' });
});

test('the log says what the provider said, with the model that was asked', async () => {
  const said = { status: 404, type: 'model_not_found', message: 'The model `m` does not exist' };
  const { attempt } = await setUp([() => Promise.reject(new ModelFailure({ kind: 'bad-request' }, said))]);
  const warned = vi.spyOn(quietLogger, 'warn');
  await expect(attempt(1).done).rejects.toThrow('The model `m` does not exist');
  expect(warned).toHaveBeenCalledWith(
    'model call failed',
    expect.objectContaining({ model: 'openai/m', kind: 'bad-request', said }),
  );
});
