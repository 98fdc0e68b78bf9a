import type { FilterInput, FilterVerdict } from '#contracts/turn.ts';
import { isBadAnswer } from '#domain/model-failure.ts';
import { askReader } from './filter-reader.ts';
import { judgeConditionWithModel } from './judge-condition.ts';
import type { LoadedModel } from './loaded-model.ts';

/** Judges what condition and rules leave open: the model reads the delivery, in one call. */
export async function evaluateFilterWithModel(
  loaded: LoadedModel,
  input: FilterInput,
): Promise<FilterVerdict> {
  if (input.condition !== null) return await judgeConditionWithModel(loaded, input, input.condition);
  const { usage, ...judged } = await askReader(loaded, input.filter, input).then(verdictOf, unreadable);
  return { ...judged, plain: null, model: loaded.id, modelCalls: 1, usage, cost: loaded.costOf(usage) };
}

/** A delivery on which the model is unsure neither runs nor skips. */
function verdictOf({ matches, isUnsure, reason, usage }: Awaited<ReturnType<typeof askReader>>) {
  if (!isUnsure) return { usage, verdict: matches ? 'run' : 'skip', reason, evidence: reason } as const;
  return {
    usage,
    verdict: 'needs_model',
    reason: `The model is not sure whether the filter matches: ${reason}`,
    evidence: `the model was not sure: ${reason}`,
  } as const;
}

function unreadable(error: unknown) {
  if (!isBadAnswer(error)) throw error;
  return {
    usage: error.usage,
    verdict: 'needs_model',
    reason: 'Whether the filter matches is open: the answer of the model cannot be read.',
    evidence: 'the answer of the model cannot be read',
  } as const;
}
