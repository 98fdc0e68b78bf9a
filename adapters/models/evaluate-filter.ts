import type { FilterVerdict, FilterInput } from '#contracts/turn.ts';
import { readDocument } from '#rules/read-document.ts';
import { judgeCondition, plainCondition } from '#rules/judge-condition.ts';
import { evaluateFilter as evaluateByRules, readFilter, reasonOfUnreadFilter } from '#rules/filter.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import type { OnlineModel } from './online-model.ts';
import { noUsage } from '#domain/no-usage.ts';

/**
 * Evaluates a filter on a delivery: first by its condition, or by the rules where it has none, which are free; then by a model
 * what they leave open. A null model means none is configured.
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
  const read = readFilter(input.filter);
  if (read.state === 'understood') {
    const outcome = evaluateByRules(read.condition, readDocument(input.delivery));
    if (load === null || outcome.verdict !== 'needs_model')
      return { ...byRules, ...outcome, plain: read.plain };
  } else if (load === null) {
    const reason = reasonOfUnreadFilter(read.notUnderstood);
    return {
      ...byRules,
      verdict: 'needs_model',
      reason,
      evidence: 'the filter was not understood',
      plain: null,
    };
  }
  return await (await load()).evaluateFilter(input);
}

const byRules = {
  modelCalls: 0,
  usage: noUsage,
  cost: noTurnCost,
  model: offlineModelId,
} as const;
