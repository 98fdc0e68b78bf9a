import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { turnActivities } from '../../activities/turn.ts';
import type { AgentModel, TurnInput, TurnOutput } from '../../capabilities/agent-turn.ts';
import type { ModelFailureKind } from '../../contracts/turn.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { createDeliveries } from '../../store/deliveries.ts';
import { createPolicyStore } from '../../store/policies.ts';
import { createVault } from '../../store/vault.ts';
import { quietLogger } from '../support/quiet-runtime.ts';
import { beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

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
  usage: { inputTokens: 7, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0, isReported: true },
  cost: { state: 'known', amountMicros: 40, currency: 'USD', priceTable: 't' },
  model: 'openai/m',
  finishReason: 'stop',
  summary: 'Answered',
};

/** A run whose model does at each attempt what stands in `attempts`. */
async function setUp(attempts: readonly ((input: TurnInput) => Promise<TurnOutput>)[]) {
  const { redis } = connection;
  const begun = await beginRun(redis);
  let asked = 0;
  const model = {
    id: 'openai/m',
    isOffline: false,
    estimateMaxUsage: () => Promise.resolve({ tokens: 10, amountMicros: 100 }),
    turn: (input: TurnInput) => attempts[asked++]!(input),
    resultMessage: () => ({}),
  } as unknown as AgentModel;
  const policyRecords = createPolicyStore({
    redis,
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]),
  });
  const { takeTurn } = turnActivities({
    ...begun,
    models: { of: () => Promise.resolve(model) },
    policyRecords,
  });
  const attempt = (number: number) => {
    const environment = new MockActivityEnvironment({ attempt: number }, { logger: quietLogger });
    return { environment, done: environment.run(takeTurn, begun.run, 1, 0) };
  };
  const money = async () => {
    const { run } = begun;
    return (await createDeliveries({ redis, workflowUrl: () => null }).find(run.workspaceId, run.deliveryId))
      ?.cost.money;
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
  await expect(first.done).rejects.toThrow();
  await attempt(2).done;
  expect(await money()).toEqual({ state: 'unknown', amountMicros: null, currency: 'USD', atLeastMicros: 40 });
});

test('an answer that cannot be read was paid, nobody knows how much', async () => {
  const { attempt, money } = await setUp([fail({ kind: 'bad-answer' }), answer]);
  await expect(attempt(1).done).rejects.toThrow(ApplicationFailure);
  await attempt(2).done;
  expect(await money()).toMatchObject({ state: 'unknown', atLeastMicros: 40 });
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
