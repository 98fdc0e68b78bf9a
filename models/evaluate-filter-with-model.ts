import type { FilterInput, FilterVerdict } from '../contracts/turn.ts';
import { noUsage } from '../domain/no-usage.ts';
import { deliveryKind } from '../rules/delivery-kind.ts';
import { evaluateCompiled } from '../rules/evaluate-compiled.ts';
import { type DeliveryDocument, readDocument } from '../rules/read-document.ts';
import { compileFilter, usableCompiled } from './compile-filter.ts';
import { askReader } from './filter-reader.ts';
import type { LoadedModel } from './loaded-model.ts';
import { addTurnCost, noTurnCost } from './turn-cost.ts';
import { addUsage } from './usage.ts';

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
  const document = readDocument(input.delivery);
  const { compiled, usage } = await compiledFor(loaded, input, document);
  const isKept = usage === noUsage;
  const cost = isKept ? noTurnCost : loaded.costOf(usage);
  const modelCalls = isKept ? 0 : 1;
  const shared = { plain: compiled.plain, isUnsure: false, compiled, modelCalls, model: loaded.id };
  const byCondition = evaluateCompiled(compiled, document);
  const { verdict } = byCondition;
  // Both parts must match, so a failing condition saves the call.
  if (verdict === 'skip' || (verdict === 'run' && compiled.remainder === ''))
    return { ...shared, ...byCondition, verdict, usage, cost };
  const question = verdict === 'run' ? compiled.remainder : input.filter;
  const asked = await askReader(loaded, question, input);
  return {
    ...shared,
    verdict: asked.matches || asked.isUnsure ? 'run' : 'skip',
    isUnsure: asked.isUnsure,
    modelCalls: modelCalls + 1,
    reason: asked.isUnsure ? `The model was not sure: ${asked.reason}` : asked.reason,
    evidence: asked.isUnsure ? `the model was not sure: ${asked.reason}` : asked.reason,
    usage: addUsage(usage, asked.usage),
    cost: addTurnCost(cost, loaded.costOf(asked.usage)),
  };
}

/** What is kept where it decides this delivery, or could decide it no better; else it is compiled. */
async function compiledFor(loaded: LoadedModel, input: FilterInput, document: DeliveryDocument) {
  const kept = usableCompiled(input, loaded.id);
  const compilations = kept?.compilations ?? 0;
  const isUseful =
    kept === null ||
    (compilations < compilationsMax &&
      !kept.kinds.includes(deliveryKind(document)) &&
      evaluateCompiled(kept, document).verdict === 'needs_model');
  return kept === null || isUseful
    ? await compileFilter(loaded, input, document, compilations)
    : { compiled: kept, usage: noUsage };
}
