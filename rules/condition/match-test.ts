import { isList, isRecord, type JsonValue } from '../../domain/json-value.ts';
import { compareValue } from './compare-value.ts';
import type { Test } from './condition-tree.ts';
import { isDecimal } from './decimal.ts';

export const isNumberTest = ({ op, values }: Test): boolean =>
  ['gt', 'gte', 'lt', 'lte'].includes(op) && values.every(isDecimal);
export const isDateTest = ({ op }: Test): boolean => op === 'before' || op === 'after';

/** Does a value, or an item of a list, match? null where it is of a kind that cannot be compared. */
export function matchTest({ op, values, quantifier }: Test, value: JsonValue): boolean | null {
  if (!isList(value)) return compareValue(op, value, values);
  const results = value.map((item) => (isList(item) ? null : matchItem(op, item, values)));
  const [decisive, otherwise] = quantifier === 'any' ? [true, false] : [false, true];
  if (results.includes(decisive)) return decisive;
  return results.includes(null) ? null : otherwise && results.length > 0;
}

/** The members of an object by which people call it. */
const nameMembers = ['name', 'label', 'title', 'id', 'key', 'slug', 'value'];

/** In a list, "contains bug" asks for an item that is "bug", or an object that is called so; not for "debugging". */
function matchItem(op: Test['op'], item: JsonValue, wanted: readonly string[]): boolean | null {
  const areWords = op === 'contains' && wanted.every((value) => /^[\p{L}\p{N}]+$/u.test(value));
  const itemOp = areWords ? 'eq' : op;
  if (!isRecord(item)) return compareValue(itemOp, item, wanted);
  const names = nameMembers.flatMap((key) =>
    Object.hasOwn(item, key) && item[key] !== undefined ? [item[key]] : [],
  );
  const results = names.map((name) => compareValue(itemOp, name, wanted));
  return results.length === 0 ? null : results.includes(true);
}
