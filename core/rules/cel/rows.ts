import { type Binary, type BinaryOperator, type Expression, literalText } from './expression.ts';
import { formatExpression } from './format.ts';
import { pathOf } from './paths.ts';
import type { Value } from './value.ts';

type RowOperator =
  | 'is'
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

type Scalar = string | number | boolean | null;

/** One line of a field picker. */
export interface Row {
  /** A path such as `body.order.status` or `headers["x-topic"]`, or `number(path)` for a text that is a number. */
  readonly field: string;
  readonly operator: RowOperator;
  /** A list for `one_of`; null for `exists` and `missing`. */
  readonly value: Scalar | readonly Scalar[];
}

export type Join = 'all' | 'any';

const comparisons: Readonly<Partial<Record<BinaryOperator, RowOperator>>> = {
  '==': 'is',
  '!=': 'is_not',
  '>': 'over',
  '>=': 'at_least',
  '<': 'under',
  '<=': 'at_most',
  in: 'one_of',
};
const textTests: Readonly<Record<string, RowOperator>> = {
  contains: 'contains',
  startsWith: 'starts',
  endsWith: 'ends',
};
const symbols: Readonly<Partial<Record<RowOperator, string>>> = Object.fromEntries([
  ...Object.entries(comparisons).map(([symbol, operator]) => [operator, ` ${symbol} `]),
  ...Object.entries(textTests).map(([name, operator]) => [operator, `.${name}(`]),
]);

/** An expression as rows; null where it is more than rows joined by all or by any. */
export function rowsOf(
  expression: Expression,
): { readonly join: Join; readonly rows: readonly Row[] } | null {
  const parts = expression.kind === 'and' || expression.kind === 'or' ? expression.of : [expression];
  const rows = parts.map(rowOf).filter((row) => row !== null);
  return rows.length === parts.length ? { join: expression.kind === 'or' ? 'any' : 'all', rows } : null;
}

function rowOf(node: Expression): Row | null {
  if (node.kind === 'binary') return rowOfBinary(node);
  if (node.kind === 'not') {
    const row = rowOf(node.of);
    return row?.operator === 'exists' ? { ...row, operator: 'missing' } : null;
  }
  if (node.kind === 'has') return presence(pathOf(node));
  if (node.kind !== 'call' || !node.isMethod) return null;
  const [of, part] = node.args;
  const [operator, field, value] = [textTests[node.name], of && fieldOf(of), literalText(part)];
  return operator === undefined || !field || value === null ? null : { field, operator, value };
}

const presence = (field: string | null): Row | null =>
  field === null ? null : { field, operator: 'exists', value: null };

function rowOfBinary({ operator, left, right }: Binary): Row | null {
  const name = literalText(left);
  if (operator === 'in' && name !== null && pathOf(right) !== null)
    return presence(pathOf({ kind: 'select', of: right, member: name }));
  const [field, named] = [fieldOf(left), comparisons[operator]];
  if (field === null || named === undefined) return null;
  if (operator === 'in') {
    const values =
      right.kind === 'list' ? right.items.map(scalarOf).filter((value) => value !== undefined) : [];
    return right.kind === 'list' && values.length === right.items.length
      ? { field, operator: named, value: values }
      : null;
  }
  const value = scalarOf(right);
  return value === undefined ? null : { field, operator: named, value };
}

function fieldOf(node: Expression): string | null {
  const [of] = node.kind === 'call' && node.name === 'number' ? node.args : [node];
  return of === undefined || pathOf(of)?.includes('[]') !== false ? null : formatExpression(node);
}

/** Undefined for what no input of a form holds without a loss. */
function scalarOf(node: Expression): Scalar | undefined {
  const value: Value | undefined = node.kind === 'literal' ? node.value : undefined;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** The expression of rows, in CEL. At least one row. */
export const conditionOfRows = (rows: readonly Row[], join: Join): string =>
  rows.map(textOfRow).join(join === 'all' ? ' && ' : ' || ');

function textOfRow({ field, operator, value }: Row): string {
  if (operator === 'exists') return presenceOf(field);
  if (operator === 'missing') return `!${bracketed(presenceOf(field))}`;
  const symbol = symbols[operator] ?? ' == ';
  const literal = isList(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
  return `${field}${symbol}${literal}${symbol.endsWith('(') ? ')' : ''}`;
}

const isList = (value: Row['value']): value is readonly Scalar[] => Array.isArray(value);

const bracketed = (text: string): string => (text.startsWith('has(') ? text : `(${text})`);

/** `has(body.status)`; for a name that cannot follow a point, `"odd name" in body`. */
function presenceOf(path: string): string {
  const [, of, name] = /^(.*)\[("(?:[^"\\]|\\.)*")\]$/s.exec(path) ?? [];
  return of === undefined || name === undefined ? `has(${path})` : `${name} in ${of}`;
}
