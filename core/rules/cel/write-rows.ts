import type { BinaryOperator } from './expression.ts';
import { listStep, presenceOf, presencesOf } from './presence.ts';

export type RowOperator =
  | 'is'
  | 'same'
  | 'is_not'
  | 'one_of'
  | 'over'
  | 'at_least'
  | 'under'
  | 'at_most'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'exists'
  | 'missing';

export type Scalar = string | number | boolean | null;

/** One line of a field picker. */
export interface Row {
  /**
   * A path such as `body.order.status` or `headers["x-topic"]`, `body.items[].sku` for some item of a list, or
   * `number(path)` for a text that is a number.
   */
  readonly field: string;
  readonly operator: RowOperator;
  /** A list for `one_of`; null for `exists` and `missing`. */
  readonly value: Scalar | readonly Scalar[];
  /** No `has()` stands before it: where the field is missing, the row is unknown and not false. */
  readonly isUnguarded?: true;
}

export type Join = 'all' | 'any';

export const comparisons: Readonly<Partial<Record<BinaryOperator, RowOperator>>> = {
  '==': 'is',
  '!=': 'is_not',
  '>': 'over',
  '>=': 'at_least',
  '<': 'under',
  '<=': 'at_most',
  in: 'one_of',
};
export const textTests: Readonly<Record<string, RowOperator>> = {
  contains: 'contains',
  startsWith: 'starts',
  endsWith: 'ends',
};
const symbols: Readonly<Partial<Record<RowOperator, string>>> = Object.fromEntries([
  ...Object.entries(comparisons).map(([symbol, operator]) => [operator, ` ${symbol} `]),
  ...Object.entries(textTests).map(([name, operator]) => [operator, `.${name}(`]),
]);

/**
 * The expression of rows, in CEL; blank without a row. What must be there stands before each test, so that a delivery
 * without it is a certain no.
 */
export function conditionOfRows(rows: readonly Row[], join: Join): string {
  const parts = rows.map(writeRow);
  return join === 'all'
    ? [...new Set(parts.flat())].join(' && ')
    : parts.map((part) => part.join(' && ')).join(' || ');
}

export const unwrapped = (field: string): string => /^number\((.*)\)$/s.exec(field)?.[1] ?? field;

/** The presences that a row needs, then its test. */
function writeRow(row: Row): readonly string[] {
  const { field, operator, isUnguarded } = row;
  if (operator === 'missing') {
    const there = writeRow({ ...row, operator: 'exists' }).join(' && ');
    return [there.startsWith('has(') && !there.includes(' && ') ? `!${there}` : `!(${there})`];
  }
  const path = unwrapped(field);
  const at = listStep(path);
  const list = at === null ? null : path.slice(0, at);
  const guards = presencesOf(list ?? path);
  const before = isUnguarded ? [] : guards.map(presenceOf);
  if (list === null) return [...before.slice(0, operator === 'exists' ? -1 : undefined), writeTest(row)];
  const item = field.replace(`${list}[]`, 'i');
  return [...before, `${list}.exists(i, ${writeRow({ ...row, field: item }).join(' && ')})`];
}

function writeTest({ field, operator, value }: Row): string {
  if (operator === 'exists') return presenceOf(field);
  if (operator === 'same') return `sameText(${field}, ${JSON.stringify(value)})`;
  const symbol = symbols[operator] ?? ' == ';
  const literal = isList(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
  return `${field}${symbol}${literal}${symbol.endsWith('(') ? ')' : ''}`;
}

const isList = (value: Row['value']): value is readonly Scalar[] => Array.isArray(value);
