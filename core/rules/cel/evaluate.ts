import { fieldPaths } from '../document/field-paths.ts';
import { type FieldResult, findField } from '../document/find-field.ts';
import { type ArithmeticOperator, calculate, negate } from './arithmetic.ts';
import { type Budget, overBudget, spend } from './budget.ts';
import { areEqual, compareValues, decimalOf, isIn } from './compare.ts';
import { type Evaluation, variableOf } from './evaluation.ts';
import type { BinaryOperator, Conditional, Expression, Junction } from './expression.ts';
import { asUnknown, evaluateMacro } from './macros.ts';
import { hasMember, itemOf, matches, memberOf } from './members.ts';
import { isUnknown, type Unknown, unknown, type Value } from './value.ts';

/** Walks an expression. Never throws; what CEL calls an error is unknown. */
export function evaluate(node: Expression, run: Evaluation): Value {
  if (!spend(run.budget, 1)) return overBudget;
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'variable':
      return variableOf(node.name, run);
    case 'local':
      return run.frame[node.slot] ?? null;
    case 'select':
      return strictly([evaluate(node.of, run)], ([of = null]) => memberOf(node, of, node.member));
    case 'index':
      return strictly([evaluate(node.of, run), evaluate(node.index, run)], ([of = null, at = null]) =>
        itemOf(node, of, at),
      );
    case 'has':
      return strictly([evaluate(node.of, run)], ([of = null]) => hasMember(of, node.member));
    case 'list':
      return strictly(evaluateEach(node.items, run), (items) => items);
    case 'map':
      return evaluateMap(node.entries, run);
    case 'not':
      return opposite(judge(node.of, run));
    case 'negate':
      return strictly([evaluate(node.of, run)], ([value = null]) => negate(value));
    case 'and':
    case 'or':
      return evaluateJunction(node, run);
    case 'conditional':
      return evaluateConditional(node, run);
    case 'binary':
      return strictly([evaluate(node.left, run), evaluate(node.right, run)], ([left = null, right = null]) =>
        operators[node.operator](exactly(left, run), exactly(right, run), run.budget),
      );
    case 'call':
      return strictly(evaluateEach(node.args, run), (values) =>
        node.callee.call(values, run.budget, run.input.document),
      );
    case 'macro':
      return evaluateMacro(node, run, evaluate);
    case 'matches':
      return strictly([evaluate(node.of, run)], ([text = null]) => matches(node.compiled, text, run.budget));
    case 'ask':
      return answerTo(node.question, run);
    case 'field':
      return evaluateField(node.words, run);
    case 'has-field':
      return hasField(node.words, run);
  }
}

/** An unknown part makes the whole unknown: one that no answer can mend before one that it can. */
function strictly(values: readonly Value[], call: (values: readonly Value[]) => Value): Value {
  let open: Unknown | null = null;
  for (const value of values) {
    if (!isUnknown(value)) continue;
    if (value.asks.length === 0) return value;
    open = open === null ? value : joined(open, value);
  }
  return open ?? call(values);
}

const joined = (one: Unknown, other: Unknown): Unknown =>
  unknown(one.because, [...new Set([...one.asks, ...other.asks])]);

const opposite = (value: boolean | Unknown): Value => (typeof value === 'boolean' ? !value : value);

const evaluateEach = (nodes: readonly Expression[], run: Evaluation): readonly Value[] =>
  nodes.map((node) => evaluate(node, run));

/** True, false or unknown, kept for the evidence. */
export function judge(node: Expression, run: Evaluation): boolean | Unknown {
  const value = evaluate(node, run);
  const judged = typeof value === 'boolean' ? value : asUnknown(value);
  if (run.nesting === 0) run.results.set(node, judged);
  return judged;
}

/** Either side decides whatever is unknown on the other: no order of the parts changes a result. */
function evaluateJunction({ kind, of }: Junction, run: Evaluation): Value {
  const decisive = kind === 'or';
  let open: Unknown | null = null;
  for (const part of of) {
    const value = judge(part, run);
    if (value === decisive) return decisive;
    if (typeof value !== 'boolean') open = open === null ? value : joined(open, value);
  }
  return open ?? !decisive;
}

function evaluateConditional({ test, yes, no }: Conditional, run: Evaluation): Value {
  const value = judge(test, run);
  if (isUnknown(value)) return value;
  const chosen = value ? yes : no;
  const result = evaluate(chosen, run);
  if (run.nesting === 0) run.results.set(chosen, result);
  return result;
}

/** Plans calculate with decimals, so that what is sent has no digits that nobody wrote. */
const exactly = (value: Value, { isExact }: Evaluation): Value =>
  isExact && typeof value === 'number' && Number.isFinite(value) ? decimalOf(value) : value;

type Operate = (left: Value, right: Value, budget: Budget) => Value;

const ordered =
  (holds: (order: number) => boolean): Operate =>
  (left, right, budget) => {
    const order = compareValues(left, right, budget);
    return typeof order === 'number' ? holds(order) : order;
  };

const arithmetic =
  (operator: ArithmeticOperator): Operate =>
  (left, right, budget) =>
    calculate(operator, left, right, budget);

const operators: Readonly<Record<BinaryOperator, Operate>> = {
  '==': areEqual,
  '!=': (left, right, budget) => opposite(areEqual(left, right, budget)),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  in: isIn,
  '+': arithmetic('+'),
  '-': arithmetic('-'),
  '*': arithmetic('*'),
  '/': arithmetic('/'),
  '%': arithmetic('%'),
};

function evaluateMap(entries: readonly (readonly [Expression, Expression])[], run: Evaluation): Value {
  return strictly(evaluateEach(entries.flat(), run), (values) => {
    const made: [string, Value][] = [];
    for (let at = 0; at < values.length; at += 2) {
      const [name, value = null] = values.slice(at, at + 2);
      if (typeof name !== 'string') return unknown('the name of a member is no text');
      made.push([name, value]);
    }
    const names = new Set(made.map(([name]) => name));
    return names.size < made.length ? unknown('an object has a member twice') : Object.fromEntries(made);
  });
}

function answerTo(question: string, { answers }: Evaluation): Value {
  const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
  if (answer === undefined) return unknown(`"${question}" was not asked`, [question]);
  return answer ?? unknown(`"${question}" could not be answered`);
}

/** The names of a delivery are collected once: that takes several times as long as to parse it. */
const charsPerStep = 2;
const stepsPerPath = 4;

function findNamed(
  words: string,
  { input: { document }, budget, fields }: Evaluation,
): FieldResult | Unknown {
  const known = fields.get(words);
  if (known !== undefined) return known;
  if (fields.size === 0 && !spend(budget, document.text.length / charsPerStep)) return overBudget;
  if (!spend(budget, fieldPaths(document).length * stepsPerPath)) return overBudget;
  const found = findField(document, words);
  fields.set(words, found);
  return found;
}

const evaluateField = (words: string, run: Evaluation): Value => {
  const found = findNamed(words, run);
  if (!('state' in found)) return found;
  if (found.state === 'found') return found.value;
  return found.state === 'missing' ? unknown(`no field is called "${words}"`) : ambiguous(words, found.paths);
};

function hasField(words: string, run: Evaluation): Value {
  const found = findNamed(words, run);
  if (!('state' in found)) return found;
  if (found.state === 'ambiguous') return ambiguous(words, found.paths);
  // A body without fields is no kind of event.
  const body = found.state === 'missing' ? variableOf('body', run) : null;
  return isUnknown(body) ? body : found.state === 'found';
}

const ambiguous = (words: string, paths: readonly string[]): Unknown =>
  unknown(`"${words}" could be ${paths.slice(0, 3).join(', ')}`);
