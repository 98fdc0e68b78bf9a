import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test } from 'vitest';

import { filterActivities } from '#activities/filter.ts';
import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { FilterVerdict } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { noUsage } from '#domain/no-usage.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

const proposalStarter = { start: () => Promise.resolve() };

test('a filter that no model judged stands in the record as one that was not', async () => {
  await using connection = await testRedis();
  const { redis } = connection;
  const filter = 'people who sound happy';
  const begun = await beginRun(redis, { filter });
  const model = {
    isOffline: false,
    evaluateFilter: () => Promise.reject(new ModelFailure({ kind: 'auth' })),
  } as unknown as AgentModel;
  const { judgeFilter } = filterActivities({
    ...begun,
    proposalStarter,
    models: { of: () => Promise.resolve({ main: model, fallback: null, filter: model }) },
  });
  const inTemporal = new MockActivityEnvironment({}, { logger: quietLogger });
  await expect(inTemporal.run(judgeFilter, begun.run)).rejects.toThrow(ApplicationFailure);
  const record = await begun.deliveries.find(begun.run.workspaceId, begun.run.deliveryId);
  expect(record?.filter).toEqual({
    text: filter,
    matched: null,
    evidence: 'not judged: The model provider refused the key of this service.',
  });
});

describe('a filter that the rules cannot judge', () => {
  const filter = 'people who sound happy';
  const judged = (verdict: Pick<FilterVerdict, 'verdict' | 'reason' | 'evidence'>) =>
    ({
      id: 'other/small',
      isOffline: false,
      evaluateFilter: () =>
        Promise.resolve({
          ...verdict,
          plain: null,
          modelCalls: 1,
          usage: noUsage,
          cost: noTurnCost,
          model: 'other/small',
        }),
    }) as unknown as AgentModel;

  async function judge(main: AgentModel, fallback: AgentModel | null) {
    await using connection = await testRedis();
    const begun = await beginRun(connection.redis, { filter });
    const { judgeFilter } = filterActivities({
      ...begun,
      proposalStarter,
      models: { of: () => Promise.resolve({ main, fallback, filter: main }) },
    });
    const inTemporal = new MockActivityEnvironment({}, { logger: quietLogger });
    const ending = await inTemporal.run(judgeFilter, begun.run);
    const record = await begun.deliveries.find(begun.run.workspaceId, begun.run.deliveryId);
    return { ending, record };
  }

  test('ends as needs_model, unbilled, where the model is not sure', async () => {
    const reason = 'The model is not sure whether the filter matches: It does not say.';
    const unsure = judged({
      verdict: 'needs_model',
      reason,
      evidence: 'the model was not sure: It does not say.',
    });
    const { ending, record } = await judge(unsure, null);
    expect(ending).toMatchObject({ outcome: 'needs_model' });
    expect(record).toMatchObject({
      outcome: 'needs_model',
      reason,
      filter: { matched: null, evidence: 'the model was not sure: It does not say.' },
      cost: { automationRuns: 0 },
    });
  });

  test('says in its evidence that the fallback judged it, and why', async () => {
    const main = {
      id: 'some/large',
      isOffline: false,
      evaluateFilter: () => Promise.reject(new ModelFailure({ kind: 'quota' })),
    } as unknown as AgentModel;
    const { record } = await judge(main, judged({ verdict: 'skip', reason: 'Calm.', evidence: 'Calm.' }));
    expect(record).toMatchObject({
      outcome: 'skipped',
      reason: 'Calm.',
      filter: {
        matched: false,
        evidence: 'Judged by other/small, the fallback, because the quota of some/large is used up: Calm.',
      },
    });
  });
});
