import type { CompiledFilter } from '#contracts/compiled-filter.ts';
import type { FilterInput, FilterVerdict } from '#contracts/turn.ts';
import { isBadAnswer } from '#domain/model-failure.ts';
import { noUsage } from '#domain/no-usage.ts';
import { deliveryKind } from '#rules/delivery-kind.ts';
import { evaluateCompiled } from '#rules/evaluate-compiled.ts';
import { type DeliveryDocument, readDocument } from '#rules/read-document.ts';
import { compileFilter, usableCompiled } from './compile-filter.ts';
import { askReader } from './filter-reader.ts';
import { judgeConditionWithModel } from './judge-condition.ts';
import type { LoadedModel } from './loaded-model.ts';
import { noTurnCost } from '#domain/turn-cost.ts';

/** Kinds of deliveries may be endless: of a filter compiled so often, what it leaves open is asked each time. */
const compilationsMax = 8;

/**
 * For filters that the rules cannot decide: compiled once to a condition, and again for a delivery of a kind that the
 * condition does not fit. The model judges the delivery itself where the condition leaves something open. At most two
 * calls.
 */
export async function evaluateFilterWithModel(
  loaded: LoadedModel,
  input: FilterInput,
): Promise<FilterVerdict> {
  if (input.condition !== null) return await judgeConditionWithModel(loaded, input, input.condition);
  const document = readDocument(input.delivery);
  const compiled = await compiledFor(loaded, input, document);
  const shared = { plain: compiled.plain, compiled, model: loaded.id };
  const byCondition = evaluateCompiled(compiled, document);
  const { verdict } = byCondition;
  // Both parts must match, so a failing condition saves the call.
  if (verdict === 'skip' || (verdict === 'run' && compiled.remainder === ''))
    return { ...shared, ...byCondition, verdict, modelCalls: 0, usage: noUsage, cost: noTurnCost };
  const question = verdict === 'run' ? compiled.remainder : input.filter;
  const { usage, ...judged } = await askReader(loaded, question, input).then(verdictOf, unreadable);
  return { ...shared, ...judged, modelCalls: 1, usage, cost: loaded.costOf(usage) };
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

/** The kept filter, if it decides this delivery or a new one could not do better; otherwise it is compiled. */
async function compiledFor(
  loaded: LoadedModel,
  input: FilterInput,
  document: DeliveryDocument,
): Promise<CompiledFilter> {
  const kept = usableCompiled(input, loaded.id);
  if (kept !== null && (kept.compilations >= compilationsMax || isEnough(kept, input, document))) return kept;
  const { compiled, usage } = await compileFilter(loaded, input, document, kept?.compilations ?? 0);
  await input.keepCompiled(compiled, { usage, cost: loaded.costOf(usage) });
  return compiled;
}

/** A compilation that could not be read is enough until it is tried again. */
function isEnough(kept: CompiledFilter, { clock }: FilterInput, document: DeliveryDocument): boolean {
  if (kept.retryAt !== undefined) return clock.now.getTime() < kept.retryAt;
  return (
    kept.kinds.includes(deliveryKind(document)) || evaluateCompiled(kept, document).verdict !== 'needs_model'
  );
}
