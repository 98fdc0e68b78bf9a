import { Big } from 'big.js';

import { isExactNumber, type JsonValue, parseJson } from '#domain/json-value.ts';
import { type Budget, overBudget, spend, spendChars } from '../cel/budget.ts';
import { writeDuration, writeTime } from '../cel/times.ts';
import {
  isDuration,
  isTime,
  isUnknown,
  isValueList,
  isValueRecord,
  type Unknown,
  unknown,
  type Value,
} from '../cel/value.ts';

const stepsPerValue = 1 / 8;

/** A value as it is sent: numbers with the digits that they have, times as texts. */
export function toJson(value: Value, budget: Budget): JsonValue | Unknown {
  if (!spend(budget, stepsPerValue)) return overBudget;
  if (typeof value === 'string') return spendChars(budget, value.length) ? value : overBudget;
  if (isTime(value)) return writeTime(value);
  if (isDuration(value)) return writeDuration(value);
  if (isValueList(value)) return allKnown(value.map((item) => toJson(item, budget)));
  if (isValueRecord(value)) {
    const members = allKnown(Object.values(value).map((member) => toJson(member, budget)));
    if (isUnknown(members)) return members;
    return Object.fromEntries(Object.keys(value).map((name, at) => [name, members[at] ?? null]));
  }
  if (typeof value === 'bigint' || value instanceof Big) return numberOf(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return unknown('a number is not finite');
  return isExactNumber(value) || typeof value !== 'object' ? value : null;
}

const isKnown = (value: JsonValue | Unknown): value is JsonValue => !isUnknown(value);

function allKnown(values: readonly (JsonValue | Unknown)[]): readonly JsonValue[] | Unknown {
  const known = values.filter(isKnown);
  return known.length === values.length ? known : (values.find(isUnknown) ?? overBudget);
}

const numberOf = (value: Big | bigint): JsonValue =>
  parseJson(value instanceof Big ? value.toFixed() : String(value))?.value ?? null;
