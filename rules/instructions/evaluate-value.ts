import { isExactNumber, isList, isRecord, type JsonValue, scalarText } from '../../domain/json-value.ts';
import { wordsOfField } from '../condition/condition-tree.ts';
import { describeField } from '../condition/describe-condition.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findOwnedValue } from './find-owned-value.ts';
import { findScopedValue, type Scope } from './find-scoped-value.ts';
import { type FoundValue, isExactName } from './find-value.ts';
import { templateFunctions } from './functions/index.ts';
import { describeCall, type FunctionCall } from './functions/read-calls.ts';
import { labelOf } from './label-of.ts';
import type { Value } from './program.ts';

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
  /** A request was planned before: its answer may be meant. */
  hasRequest: boolean;
}

/** "The response": what a request brought back, which no other request is filled from. */
const answerNames = /^(?:response|answer|result)s?(?![a-z])/i;

export const sourceOf = (document: DeliveryDocument): Source => ({
  document,
  scope: null,
  charsLeft: copiedCharsMax,
  hasRequest: false,
});

/** A field with what is done to it, as the owner wrote it. */
export const describeValue = ({ field, calls }: Value): string =>
  [describeField(field), ...calls.map(describeCall)].join(' | ');

/** What a value is on this delivery; throws {@link MissingValue} with a sentence where that is not certain. */
export function evaluateValue(source: Source, value: Value): JsonValue {
  if (source.hasRequest && answerNames.test(wordsOfField(value.field) ?? ''))
    throw new MissingValue(`${describeValue(value)} may be of the answer to the request before it`);
  const found = findScopedValue(source.document, source.scope, value);
  const result = value.calls.length === 0 ? plainOf(found) : applyCalls(source, value, found);
  source.charsLeft -= textOf(result).length;
  if (source.charsLeft < 0)
    throw new MissingValue(`${describeValue(value)} is too long to be copied this often`);
  return result;
}

/** As {@link evaluateValue}, but says where the value is not certain. `isAbsent`: the delivery has no such field. */
export function tryValue(
  document: DeliveryDocument,
  value: Value,
): { readonly value: JsonValue } | { readonly problem: string; readonly isAbsent: boolean } {
  try {
    return { value: evaluateValue(sourceOf(document), value) };
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    const found = findOwnedValue(document, value);
    return { problem: error.message, isAbsent: found.state === 'unknown' && found.isAbsent };
  }
}

/** May a report or a reply say that the delivery lacks this value? Only of a field that was written as a path. */
export function checkTold(document: DeliveryDocument, value: Value): void {
  const told = tryValue(document, value);
  // Where there is no delivery at all, nothing else can have been meant.
  const isCertain = isExactName(value.field) || document.kind === 'empty';
  if (!('problem' in told) || (told.isAbsent && isCertain)) return;
  throw new MissingValue(told.problem);
}

function plainOf(found: FoundValue): JsonValue {
  if (found.state === 'found') return found.value;
  throw new MissingValue(found.problem);
}

function applyCalls({ document, scope }: Source, { field, calls }: Value, found: FoundValue): JsonValue {
  const from = defaultFor(calls, found);
  const path = found.state === 'found' ? found.path : '';
  let current = from === null ? plainOf(found) : null;
  let isScaled = false;
  for (const { name, args } of calls.slice(from ?? 0)) {
    const place = { document, path: scope === null ? path : `${scope.path}.${path}`, isScaled };
    const applied = templateFunctions[name]?.apply(current, args, place) ?? { needs: 'nothing' };
    isScaled ||= name === 'divide' || name === 'multiply';
    if ('needs' in applied)
      throw new MissingValue(
        `${describeField(field)} cannot be taken by "${name}", which needs ${applied.needs}`,
      );
    current = applied.value;
  }
  return current;
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
