import { isExactNumber, type JsonValue, scalarText } from '#domain/json-value.ts';
import { secretPlaceholder } from '#domain/named-secret.ts';
import { joinFindings, missingOf } from '../cel/condition.ts';
import { evaluate, judge } from '../cel/evaluate.ts';
import type { Evaluation } from '../cel/evaluation.ts';
import { explain, shownPath } from '../cel/explain.ts';
import { type Expression, literalText } from '../cel/expression.ts';
import { aKind, isUnknown, type Unknown, type Value } from '../cel/value.ts';
import { shorten } from '../language/quote.ts';
import type { Template } from './template.ts';
import { toJson } from './to-json.ts';

/** What cannot be filled in for certain. It ends the rendering, not the run. */
export class Unfilled extends Error {
  override readonly name = 'Unfilled';
  /** Members that the delivery lacks, where that is why. */
  readonly missing: readonly string[];

  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}

/** Does something for a place of the plan, which the sentence names if it cannot be done. */
export function at<T>(place: string, fill: () => T): T {
  try {
    return fill();
  } catch (error) {
    if (error instanceof Unfilled) throw new Unfilled(`${place}: ${error.message}`, error.missing);
    throw error;
  }
}

/** A rendering: one evaluation, and so one budget, for all expressions of a plan. */
export interface Rendering {
  readonly run: Evaluation;
  /** The secrets that were placed so far. */
  readonly secrets: string[];
}

const shownCharsMax = 120;
const shown = (node: Expression): string => shorten(shownPath(node), shownCharsMax);

export const evidenceOf = (node: Expression, run: Evaluation): string => joinFindings(explain(node, run));

export const valueOf = (node: Expression, run: Evaluation): Value => known(node, evaluate(node, run), run);

function known<V extends Value>(node: Expression, value: V | Unknown, run: Evaluation): V {
  if (!isUnknown(value)) return value;
  run.results.set(node, value);
  const findings = explain(node, run);
  throw new Unfilled(joinFindings(findings), missingOf(findings));
}

export const isTrue = (node: Expression, run: Evaluation): boolean => known(node, judge(node, run), run);

/** An object or a list is sent whole only where its owner wrote its path: words may have meant a part of it. */
export function jsonOf(node: Expression, run: Evaluation): JsonValue {
  const value = known(node, toJson(valueOf(node, run), run.budget), run);
  if (node.kind === 'field' && !isScalar(value))
    throw new Unfilled(`${shown(node)} is ${aKind(value)}, which is sent whole only by its path`);
  return value;
}

const isScalar = (value: JsonValue): boolean =>
  typeof value !== 'object' || value === null || isExactNumber(value);

/** A text or a number that is not empty, unless its owner wrote an empty text. */
function textOf(node: Expression, run: Evaluation): string {
  const value = jsonOf(node, run);
  if (value === null || !isScalar(value))
    throw new Unfilled(`${shown(node)} is ${aKind(value)}, not a text or a number`);
  const text = scalarText(value) ?? '';
  if (text.trim() === '' && !isMeantEmpty(node, run)) throw new Unfilled(`${shown(node)} is empty`);
  return text;
}

/** `has(body.note) ? body.note : ""`. */
const isMeantEmpty = (node: Expression, run: Evaluation): boolean =>
  node.kind === 'conditional'
    ? isMeantEmpty(run.results.get(node.test) === true ? node.yes : node.no, run)
    : literalText(node) === '';

type Encode = (text: string) => string;

/** A template as text; the places of secrets stay, for egress to fill in. */
export const fillText = (
  template: Template,
  { run, secrets }: Rendering,
  encode: Encode = String,
  encodeLiteral: Encode = String,
): string =>
  template
    .map((part) => {
      if (typeof part === 'string') return encodeLiteral(part);
      if (!('secret' in part)) return encode(textOf(part, run));
      secrets.push(part.secret);
      return secretPlaceholder(part.secret);
    })
    .join('');

/** Percent-encoded. A surrogate without its other half, which has no encoding, becomes U+FFFD. */
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A part of a URL, in which nothing may be empty. */
export const fillUrlPart = (template: Template, rendering: Rendering): string =>
  fillText(template, rendering, (value) => {
    if (value === '') throw new Unfilled('a value is empty');
    return escaped(value);
  });
