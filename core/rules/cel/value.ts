import { Big } from 'big.js';

import type { ExactNumber } from '#domain/json-value.ts';
import { isExactNumber } from '#domain/json-value.ts';
import { isDecimal } from './amount.ts';
import type { Expression } from './expression.ts';

/** A symbol, so that no member of a delivery can pass for it. */
const kind = Symbol('kind');

/** A moment, in nanoseconds since 1970. */
export interface Time {
  readonly [kind]: 'time';
  readonly nanos: bigint;
}

export interface Duration {
  readonly [kind]: 'duration';
  readonly nanos: bigint;
}

/** The third value: CEL's error, and a judgement that was not asked for yet. */
export interface Unknown {
  readonly [kind]: 'unknown';
  /** The end of a sentence for people; the member that a delivery lacks. */
  readonly because: string | Expression;
  /** Questions whose answers may still decide; none where nothing can. */
  readonly asks: readonly string[];
}

export type ValueList = readonly Value[];
export type ValueRecord = { readonly [name: string]: Value };
/** CEL's int is a bigint, its double a number; what neither holds exactly is a decimal. */
export type Numeric = number | bigint | Big;
export type Value =
  | string
  | boolean
  | null
  | Numeric
  | ExactNumber
  | Time
  | Duration
  | Unknown
  | ValueList
  | ValueRecord;

export type Kind =
  | 'text'
  | 'number'
  | 'true or false'
  | 'null'
  | 'list'
  | 'object'
  | 'time'
  | 'duration'
  | 'unknown';

export const timeOf = (nanos: bigint): Time => ({ [kind]: 'time', nanos });
export const durationOf = (nanos: bigint): Duration => ({ [kind]: 'duration', nanos });
export const unknown = (because: string | Expression, asks: readonly string[] = []): Unknown => ({
  [kind]: 'unknown',
  because,
  asks,
});

const kindsByType: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  bigint: 'number',
  boolean: 'true or false',
};

function kindOf(value: Value): Kind {
  if (typeof value !== 'object') return kindsByType[typeof value] ?? 'unknown';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (kind in value) return value[kind];
  return value instanceof Big || isExactNumber(value) ? 'number' : 'object';
}

export const isUnknown = (value: Value): value is Unknown =>
  typeof value === 'object' && value !== null && kind in value && value[kind] === 'unknown';
export const isTime = (value: Value): value is Time => kindOf(value) === 'time';
export const isDuration = (value: Value): value is Duration => kindOf(value) === 'duration';
export const isValueList = (value: Value): value is ValueList => Array.isArray(value);
export const isValueRecord = (value: Value): value is ValueRecord => kindOf(value) === 'object';

/** Null for what is no number, or has more digits than anything needs. */
export function numericOf(value: Value): Numeric | null {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Big) return value;
  return isExactNumber(value) && isDecimal(value.rawJSON) ? new Big(value.rawJSON) : null;
}

const article: Readonly<Partial<Record<Kind, string>>> = { 'true or false': '', null: '', object: 'an ' };

/** `a text`, `an object`, `null`. */
export const aKind = (value: Value): string => `${article[kindOf(value)] ?? 'a '}${kindOf(value)}`;

export const wrongKind = (name: string, value: Value | undefined): Unknown =>
  unknown(`${name} does not take ${value === undefined ? 'nothing' : aKind(value)}`);
