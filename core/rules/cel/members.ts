import type { RE2JS } from 're2js';

import { type Budget, overBudget, spend } from './budget.ts';
import type { Expression } from './expression.ts';
import { aKind, isValueList, isValueRecord, numericOf, unknown, type Value } from './value.ts';

/** A member of an object. A missing one is known by the expression that asked for it. */
export function memberOf(node: Expression, whole: Value, name: string): Value {
  if (!isValueRecord(whole)) return unknown(`${aKind(whole)} has no member "${name}"`);
  return Object.hasOwn(whole, name) ? (whole[name] ?? null) : unknown(node);
}

export function itemOf(node: Expression, whole: Value, at: Value): Value {
  if (typeof at === 'string') return memberOf(node, whole, at);
  if (!isValueList(whole)) return unknown(`${aKind(whole)} has no items`);
  const number = numericOf(at);
  const position = number === null ? NaN : Number(number);
  if (!Number.isInteger(position)) return unknown(`${aKind(at)} is no place in a list`);
  return position >= 0 && position < whole.length ? (whole[position] ?? null) : unknown(node);
}

/** As CEL says: an object has a member whatever its value, null included; nothing else has members. */
export const hasMember = (whole: Value, name: string): Value =>
  isValueRecord(whole) ? Object.hasOwn(whole, name) : unknown(`${aKind(whole)} has no members`);

/** A character may take the engine a step for each instruction of the pattern. */
export function matches(pattern: RE2JS, text: Value, budget: Budget): Value {
  if (typeof text !== 'string') return unknown(`matches does not take ${aKind(text)}`);
  return spend(budget, (text.length * pattern.programSize()) / 2) ? pattern.test(text) : overBudget;
}
