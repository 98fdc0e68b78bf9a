import type { FilterVerdict, FilterInput } from '../contracts/turn.ts';
import { readDocument } from '../rules/read-document.ts';
import { evaluateFilter } from '../rules/filter.ts';
import { compileFilter, type CompiledFilter, readCompiled } from './compile-filter.ts';
import { askRemainder } from './filter-remainder.ts';
import type { LoadedModel } from './loaded-model.ts';
import { addTurnCost, noTurnCost } from './turn-cost.ts';
import { noUsage } from '../domain/no-usage.ts';
import { addUsage } from './usage.ts';

/** For filters the rules cannot read: compiled once to a condition; the model judges the remainder per delivery. */
export async function evaluateFilterWithModel(
  loaded: LoadedModel,
  input: FilterInput,
): Promise<FilterVerdict> {
  const document = readDocument(input.delivery);
  const kept = readCompiled(input.compiled, input.filter, loaded.id);
  const made =
    kept === null ? await compileFilter(loaded, input, document) : { compiled: kept, usage: noUsage };
  const { compiled } = made;
  const spent = { usage: made.usage, cost: kept === null ? loaded.costOf(made.usage) : noTurnCost };
  const shared = { plain: compiled.plain, isUnsure: false, compiled, model: loaded.id };
  const byTree = applyTree(compiled, document);
  // Both parts must match, so a failing condition saves the call.
  if (byTree.verdict !== 'run' || compiled.remainder === '') return { ...shared, ...byTree, ...spent };
  const asked = await askRemainder(loaded, compiled.remainder, input);
  return {
    ...shared,
    verdict: asked.matches || asked.isUnsure ? 'run' : 'skip',
    isUnsure: asked.isUnsure,
    reason: asked.isUnsure ? `The model was not sure: ${asked.reason}` : asked.reason,
    evidence: asked.isUnsure ? `the model was not sure: ${asked.reason}` : asked.reason,
    usage: addUsage(spent.usage, asked.usage),
    cost: addTurnCost(spent.cost, loaded.costOf(asked.usage)),
  };
}

function applyTree({ condition }: CompiledFilter, document: Parameters<typeof evaluateFilter>[1]) {
  if (condition.kind === 'always')
    return { verdict: 'run', reason: 'The filter matched.', evidence: 'no condition on fields' } as const;
  const outcome = evaluateFilter(condition, document);
  // The model wrote this condition, so asking a model again does not help.
  return outcome.verdict === 'needs_model' ? { ...outcome, verdict: 'skip' as const } : outcome;
}
