import type { FilterVerdict, FilterInput } from '#contracts/turn.ts';
import { judgeCondition, plainCondition } from '#rules/judge-condition.ts';
import { unreadFilter } from '#rules/automation-understood.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import type { OnlineModel } from './online-model.ts';
import { noUsage } from '#domain/no-usage.ts';

/**
 * Evaluates a filter on a delivery: by its condition, which is free; then by a model what that leaves open. A null model means none is configured.
 */
export async function evaluateFilter(
  load: (() => Promise<Pick<OnlineModel, 'evaluateFilter'>>) | null,
  input: FilterInput,
): Promise<FilterVerdict> {
  const { condition } = input;
  if (condition !== null) {
    const { asks, ...outcome } = judgeCondition(condition, input.delivery);
    const canAsk = asks.length > 0 || condition.english !== null;
    if (load === null || outcome.verdict !== 'needs_model' || !canAsk)
      return { ...byRules, ...outcome, plain: plainCondition(condition) };
    return await (await load()).evaluateFilter(input);
  }
  if (load === null) {
    const { problem: reason } = unreadFilter(input.filter, input.delivery.sender);
    const evidence = 'the filter was not understood';
    return { ...byRules, verdict: 'needs_model', reason, evidence, plain: null };
  }
  return await (await load()).evaluateFilter(input);
}

const byRules = {
  modelCalls: 0,
  usage: noUsage,
  cost: noTurnCost,
  model: offlineModelId,
} as const;
