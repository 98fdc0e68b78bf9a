import { isExactNumber, isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import { type Field, wordsOfField } from '../condition/condition-tree.ts';
import { describeField } from '../condition/describe-condition.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { followPath } from '../document/follow-path.ts';
import { findScopedValue, type Scope } from './find-scoped-value.ts';
import { type FoundValue, isExactName, unknown } from './find-value.ts';
import { templateFunctions } from './functions/index.ts';
import { describeCall, type FunctionCall } from './functions/read-calls.ts';
import { labelOf } from './label-of.ts';
import type { RequestAction, Value } from './program.ts';

/** A value that the delivery does not have for certain. It ends planning, not the run. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** Enough for any legitimate request; a few placeholders could copy a long value any number of times. */
const copiedCharsMax = 2_000_000;

/** A delivery that values are taken from, and how much may still be copied out of it. */
export interface Source {
  readonly document: DeliveryDocument;
  /** The item of a list that is filled in, first of all. */
  readonly scope: Scope | null;
  charsLeft: number;
  /** Methods of the requests before: their answers may be meant. */
  readonly requested: RequestAction['method'][];
  /** Words of the values so far: they are not of an answer later on. */
  readonly used: Set<string>;
}

export const sourceOf = (document: DeliveryDocument): Source => ({
  document,
  scope: null,
  charsLeft: copiedCharsMax,
  requested: [],
  used: new Set(),
});

/** A field with what is done to it, as the owner wrote it. */
export const describeValue = ({ field, calls }: Value): string =>
  [describeField(field), ...calls.map(describeCall)].join(' | ');

/** What a value is on this delivery, or why that is not certain. */
export function valueOf(source: Source, value: Value): FoundValue {
  const result = applyCalls(source, value, findScopedValue(source.document, source.scope, value));
  if (result.state === 'unknown') return result;
  source.used.add(wordsOfField(value.field) ?? '');
  source.charsLeft -= textOf(result.value).length;
  return source.charsLeft < 0
    ? unknown(`${describeValue(value)} is too long to be copied this often`)
    : result;
}

/** Words that an answer may have: "the response", what is created by a request, and any name after a GET. */
export const isOfAnswer = (field: Field, requested: Source['requested']): boolean => {
  const words = wordsOfField(field) ?? '';
  if (requested.length === 0) return false;
  const isBare = field.kind === 'field' && !isExactName(field) && /^\w+$/.test(words);
  return answerNames.test(words) || (isBare && (requested.includes('GET') || madeNames.test(words)));
};

/** What is given to a thing that a request makes. */
const madeNames = /^(?:id|url|key)$/i;

/** "The response": what a request brought back, which no other request is filled from. */
const answerNames = /^(?:response|answer|result)s?(?![a-z])/i;

/** Throws {@link MissingValue} for a name that may be of an answer and was not used for the delivery before. */
function checkNotOfAnswer({ scope, used, requested }: Source, value: Value): void {
  if (scope !== null || used.has(wordsOfField(value.field) ?? '')) return;
  if (isOfAnswer(value.field, requested))
    throw new MissingValue(`${describeValue(value)} may be of the answer to the request before it`);
}

/** In braces the name of a member at the top is its path, unless it is what a request may have given to a new thing. */
function isPathInBraces({ document, requested }: Source, { field, isInBraces }: Value): boolean {
  const words = wordsOfField(field) ?? '';
  const isMade = madeNames.test(words) && requested.some((method) => method !== 'GET');
  const isTop = isInBraces === true && followPath(document.root, words) !== undefined;
  return isTop && !isMade && !answerNames.test(words);
}

/** As {@link valueOf}, to be sent; throws {@link MissingValue} with a sentence where it is not certain. */
export function evaluateValue(source: Source, value: Value): JsonValue {
  if (!isPathInBraces(source, value)) checkNotOfAnswer(source, value);
  const found = valueOf(source, value);
  if (found.state === 'found') return found.value;
  throw new MissingValue(found.problem);
}

/**
 * What a report or a reply says of a value. That the delivery lacks it may be said only of a field that was written as a
 * path; of anything else it throws {@link MissingValue}.
 */
export function toldValue(source: Source, value: Value): FoundValue {
  checkNotOfAnswer(source, value);
  const found = valueOf(source, value);
  // Where there is no delivery at all, nothing else can have been meant.
  const isCertain = isExactName(value.field) || source.document.kind === 'empty';
  if (found.state === 'found' || (found.isAbsent && isCertain)) return found;
  throw new MissingValue(found.problem);
}

function applyCalls({ document, scope }: Source, { field, calls }: Value, found: FoundValue): FoundValue {
  const from = defaultFor(calls, found);
  if (from === null && found.state === 'unknown') return found;
  const path = found.state === 'found' ? found.path : '';
  let current = from === null && found.state === 'found' ? found.value : null;
  let isScaled = false;
  for (const { name, args } of calls.slice(from ?? 0)) {
    const place = { document, path: scope === null ? path : `${scope.path}.${path}`, isScaled };
    const applied = templateFunctions[name]?.apply(current, args, place) ?? { needs: 'nothing' };
    isScaled ||= name === 'divide' || name === 'multiply';
    if ('needs' in applied)
      return unknown(`${describeField(field)} cannot be taken by "${name}", which needs ${applied.needs}`);
    current = applied.value;
  }
  return { state: 'found', path, value: current };
}

/** The first "default", to which a field that is null or certainly not there goes at once; else null. */
function defaultFor(calls: readonly FunctionCall[], found: FoundValue): number | null {
  const isNothing = found.state === 'found' ? found.value === null : found.isAbsent;
  const index = calls.findIndex(({ name }) => name === 'default');
  return isNothing && index !== -1 ? index : null;
}

export const textOf = (value: JsonValue): string => scalarText(value) ?? JSON.stringify(value);

/** As a text in something that is sent: an object by what it is called, and nothing at all for what is not there. */
export function evaluateText(source: Source, value: Value): string {
  const result = evaluateValue(source, value);
  if (result === null) throw new MissingValue(`${describeValue(value)} is empty`);
  if (isList(result)) throw new MissingValue(`${describeValue(value)} is not a single value`);
  return isRecord(result) && !isExactNumber(result) ? label(result, value) : textOf(result);
}

/** What an object is called; throws {@link MissingValue} where that is not clear. */
export function label(record: Readonly<Record<string, JsonValue>>, value: Value): string {
  const text = labelOf(record);
  if (text !== null) return text;
  throw new MissingValue(`${describeValue(value)} is not a single value`);
}
