import { cutAt } from '#domain/cut-text.ts';
import { Big } from 'big.js';
import { isExactNumber } from '#domain/json-value.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { type Expression, partsOf } from './expression.ts';
import { formatExpression } from './format.ts';
import { pathOf } from './paths.ts';
import { writeDuration, writeTime } from './times.ts';
import { isDuration, isTime, isUnknown, isValueList, isValueRecord, type Value } from './value.ts';

/** A part that decided, or is unknown; `missing` is the path of a member that the delivery lacks. */
export interface Finding {
  readonly text: string;
  readonly missing: string | null;
}

/** The parts of a condition that made it what it came to. */
export function explain(node: Expression, run: Evaluation): readonly Finding[] {
  const value = run.results.get(node) ?? null;
  if (node.kind === 'and' || node.kind === 'or')
    return decisive(node.kind === 'or', node.of, value, run).flatMap((part) => explain(part, run));
  if (node.kind === 'not') return explain(node.of, run);
  if (node.kind !== 'conditional') return [explainLeaf(node, value, run)];
  return [node.test, node.yes, node.no]
    .filter((part) => part.kind !== 'literal' && run.results.has(part))
    .flatMap((part) => explain(part, run));
}

/** One part that decided, else those that are unknown, else all. */
function decisive(
  wanted: boolean,
  parts: readonly Expression[],
  value: Value,
  { results }: Evaluation,
): readonly Expression[] {
  const seen = parts.filter((part) => results.has(part));
  if (value === wanted) return seen.filter((part) => results.get(part) === wanted).slice(0, 1);
  if (value === !wanted) return wanted ? seen : withoutGuards(seen);
  return seen.filter((part) => typeof results.get(part) !== 'boolean');
}

/** Of "it is there, and it is 7" the second says both. */
function withoutGuards(parts: readonly Expression[]): readonly Expression[] {
  const tests = parts.filter(({ kind }) => kind !== 'has' && kind !== 'has-field');
  return tests.length > 0 ? tests : parts;
}

const subjectsMax = 2;

function explainLeaf(node: Expression, value: Value, run: Evaluation): Finding {
  const because = isUnknown(value) ? value.because : null;
  if (because !== null && typeof because !== 'string')
    return {
      text: `${shownPath(because)} is missing`,
      missing: pathOf(because) ?? formatExpression(because),
    };
  return { text: explainValue(node, value, because, run), missing: null };
}

function explainValue(node: Expression, value: Value, because: string | null, run: Evaluation): string {
  const found = subjectsOf(node).flatMap((subject) => {
    const read = evaluate(subject, run);
    return isUnknown(read) ? [] : [`${shownPath(subject)} was ${show(read)}`];
  });
  if (because !== null) return [because, ...found].join(': ');
  if (node.kind === 'has-field') return `${node.words} is ${value === true ? 'there' : 'missing'}`;
  if (node.kind === 'has')
    return `${shownPath({ ...node, kind: 'select' })} is ${value === true ? 'there' : 'missing'}`;
  if (node.kind === 'ask') return `"${shorten(node.question)}" was answered ${value === true ? 'yes' : 'no'}`;
  return found.length > 0 ? found.join(' and ') : `${shorten(formatExpression(node))} is ${show(value)}`;
}

/** The subjects of a comparison: its paths, outside of macros. */
function subjectsOf(node: Expression): readonly Expression[] {
  const subjects: Expression[] = [];
  const visit = (part: Expression): void => {
    if (isSubject(part)) subjects.push(part);
    else if (part.kind === 'macro') visit(part.of);
    else for (const inner of partsOf(part)) visit(inner);
  };
  visit(node);
  return subjects.slice(0, subjectsMax);
}

const isSubject = (node: Expression): boolean =>
  node.kind === 'select' || node.kind === 'index'
    ? isSubject(node.of)
    : node.kind === 'variable' || node.kind === 'field';

/** A path for people: without `body`, and a header by its name. */
export function shownPath(node: Expression): string {
  if (node.kind === 'field') return node.words;
  if (node.kind === 'select' && node.of.kind === 'variable' && node.of.name === 'headers')
    return `header ${node.member}`;
  const path = pathOf(node) ?? formatExpression(node);
  return path.startsWith('body.') ? path.slice('body.'.length) : path;
}

const shownCharsMax = 80;

function shorten(text: string): string {
  const line = text.search(/[\p{Cc}\u2028\u2029]/u);
  const end = cutAt(text, Math.min(shownCharsMax, line === -1 ? text.length : line));
  return end < text.length ? `${text.slice(0, end)}…` : text;
}

function show(value: Value): string {
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (isTime(value)) return writeTime(value);
  if (isDuration(value)) return writeDuration(value);
  if (isExactNumber(value)) return shorten(value.rawJSON);
  if (value instanceof Big) return value.toFixed();
  if (isValueList(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (isValueRecord(value)) return 'an object';
  return typeof value === 'object' ? 'null' : String(value);
}
