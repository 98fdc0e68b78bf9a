import { expect, test } from 'vitest';

import { createBudgetCheck } from '#activities/budget-check.ts';
import type { AgentModel, TurnInput } from '#capabilities/agent-turn.ts';
import { defaultBudget } from '#domain/budget.ts';
import { newId } from '#domain/ids.ts';
import { noUsage } from '#domain/no-usage.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { turnInputOf } from '#test/support/turn-input.ts';

const budget = { ...defaultBudget, tokens: 10_000, amountMicros: null };

/** A model whose prompt has 4,000 tokens, and which counts how often it is measured. */
function countingModel() {
  const measured: TurnInput[] = [];
  const model = {
    id: 'openai/m',
    isOffline: false,
    estimateMaxUsage: (input: TurnInput) => {
      measured.push(input);
      const inputTokens = input.last === undefined ? 4_000 : 500;
      return Promise.resolve((left = input.limits.outputTokensLeft ?? 4_096) => ({
        inputTokens,
        outputTokens: Math.min(left, 4_096),
        amountMicros: null,
      }));
    },
  } as unknown as AgentModel;
  return { measured, model };
}

const run = {
  kind: 'delivery',
  workspaceId: newId('workspace'),
  automationId: newId('automation'),
  deliveryId: newId('delivery'),
} as const;

test('a turn is fitted into its budget by one measurement of its prompt and one of the last turn', async () => {
  const { measured, model } = countingModel();
  const fit = createBudgetCheck({ spent: () => Promise.resolve([]) });
  const input = turnInputOf('Summarise.', {});
  const { beyond, input: fitted } = await fit(run, { model, input, budget });
  expect(beyond).toBeNull();
  // The prompt takes 4,000 of 10,000 tokens; the last turn keeps 500 and 1,500 for its answer.
  expect(fitted.limits.outputTokensLeft).toBe(4_000);
  expect(measured.map(({ last }) => last?.isShort ?? false)).toEqual([false, true]);
});

test('a call whose tokens nobody reported counts as the most that it could use', async () => {
  const { model } = countingModel();
  const unreported = { usage: { ...noUsage, isReported: false }, cost: noTurnCost, model: 'openai/m' };
  const none = createBudgetCheck({ spent: () => Promise.resolve([]) });
  const one = createBudgetCheck({ spent: () => Promise.resolve([unreported]) });
  const input = turnInputOf('Summarise.', {});
  expect((await none(run, { model, input, budget })).beyond).toBeNull();
  expect((await one(run, { model, input, budget })).beyond).toContain('RUN_MAX_TOKENS');
});
