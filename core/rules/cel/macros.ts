import { overBudget, spend } from './budget.ts';
import type { Evaluation } from './evaluation.ts';
import type { Expression, Macro } from './expression.ts';
import { aKind, isUnknown, isValueList, isValueRecord, type Unknown, unknown, type Value } from './value.ts';

type Evaluate = (node: Expression, run: Evaluation) => Value;

/** The items of a list, the names of an object. */
export function evaluateMacro(node: Macro, run: Evaluation, evaluate: Evaluate): Value {
  const whole = evaluate(node.of, run);
  if (isUnknown(whole)) return whole;
  const items = isValueList(whole) ? whole : isValueRecord(whole) ? Object.keys(whole) : null;
  if (items === null) return unknown(`${aKind(whole)} has no items`);
  if (items !== whole && !spend(run.budget, items.length)) return overBudget;
  run.nesting += 1;
  const result = fold(node, items, (part, item) => {
    run.frame[node.slot] = item;
    return evaluate(part, run);
  });
  run.nesting -= 1;
  return run.budget.left < 0 ? overBudget : result;
}

type EvaluateItem = (part: Expression, item: Value) => Value;

function fold(node: Macro, items: readonly Value[], evaluate: EvaluateItem): Value {
  switch (node.name) {
    case 'all':
      return absorb(node.body, items, evaluate, false);
    case 'exists':
      return absorb(node.body, items, evaluate, true);
    case 'exists_one': {
      const found = keep(node.body, items, evaluate);
      return isValueList(found) ? found.length === 1 : found;
    }
    case 'filter':
      return keep(node.body, items, evaluate);
    case 'map':
      return transform(node, items, evaluate);
  }
}

/** `all` and `exists`: one item that decides outweighs those of which nothing is known. */
function absorb(body: Expression, items: readonly Value[], evaluate: EvaluateItem, decisive: boolean): Value {
  let open: Unknown | null = null;
  for (const item of items) {
    const value = evaluate(body, item);
    if (value === decisive) return decisive;
    if (value !== !decisive) open ??= asUnknown(value);
    if (open?.because === overBudget.because) return overBudget;
  }
  return open ?? !decisive;
}

function keep(body: Expression, items: readonly Value[], evaluate: EvaluateItem): Value {
  const kept: Value[] = [];
  for (const item of items) {
    const value = evaluate(body, item);
    if (value === true) kept.push(item);
    else if (value !== false) return asUnknown(value);
  }
  return kept;
}

function transform({ body, filter }: Macro, items: readonly Value[], evaluate: EvaluateItem): Value {
  const made: Value[] = [];
  for (const item of items) {
    const isWanted = filter === null ? true : evaluate(filter, item);
    if (isWanted === false) continue;
    const value = isWanted === true ? evaluate(body, item) : asUnknown(isWanted);
    if (isUnknown(value)) return value;
    made.push(value);
  }
  return made;
}

/** A value that should be true or false, and is neither. */
export const asUnknown = (value: Value): Unknown =>
  isUnknown(value) ? value : unknown(`${aKind(value)} stands where true or false should`);
