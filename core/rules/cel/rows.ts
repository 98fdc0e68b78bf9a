import { type Binary, type BinaryOperator, type Expression, literalText } from './expression.ts';
import { formatExpression } from './format.ts';
import { pathOf } from './paths.ts';
import { listStep, presenceOf, presencesOf } from './presence.ts';
import type { Value } from './value.ts';

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

/**
 * An expression as rows; null where it is more than rows joined by all or by any. The `has()` that rows write before a
 * test belong to its row. The rows always write the same expression again.
 */
export function rowsOf(
  expression: Expression,
): { readonly join: Join; readonly rows: readonly Row[] } | null {
  const join = expression.kind === 'or' ? 'any' : 'all';
  const groups = (expression.kind === 'or' ? expression.of : [expression]).map(readAll);
  const rows = groups.flatMap((group) => (join === 'any' && group?.length !== 1 ? [null] : group));
  const found = rows.filter((row) => row !== null);
  return found.length === rows.length && conditionOfRows(found, join) === formatExpression(expression)
    ? { join, rows: found }
    : null;
}

/** A row, and what must be there before it is more than unknown. */
interface Part {
  readonly row: Row;
  readonly needs: readonly string[];
}

/** The rows of parts that are joined by `&&`. */
function readAll(node: Expression): readonly (Row | null)[] {
  const parts = (node.kind === 'and' ? node.of : [node]).map(readPart);
  const stated = new Set<string>();
  const taken = new Set<string>();
  const read = parts.map((part) => {
    if (part === null) return null;
    const isGuarded = part.needs.every((path) => stated.has(path));
    if (isGuarded) for (const path of part.needs) taken.add(path);
    if (part.row.operator === 'exists') stated.add(part.row.field);
    return isGuarded ? part.row : { ...part.row, isUnguarded: true as const };
  });
  return read.filter((row) => row?.operator !== 'exists' || !taken.has(row.field));
}

function readPart(node: Expression): Part | null {
  if (node.kind === 'not') {
    const [row, ...others] = readAll(node.of);
    return row?.operator === 'exists' && others.length === 0
      ? { row: { ...row, operator: 'missing' }, needs: [] }
      : null;
  }
  if (node.kind === 'macro') {
    const [row, ...others] = node.name === 'exists' && node.filter === null ? readAll(node.body) : [];
    return row === undefined || row === null || others.length > 0
      ? null
      : { row, needs: presencesOf(pathOf(node.of) ?? '') };
  }
  const row = readTest(node);
  const path = row === null ? '' : unwrapped(row.field);
  return row && { row, needs: presencesOf(path).filter((one) => row.operator !== 'exists' || one !== path) };
}

function readTest(node: Expression): Row | null {
  if (node.kind === 'binary') return readBinary(node);
  if (node.kind === 'has') return presence(pathOf(node));
  if (node.kind !== 'call') return null;
  const [of, part] = node.args;
  const operator = node.isMethod ? textTests[node.name] : node.name === 'sameText' ? 'same' : undefined;
  const [field, value] = [of && fieldOf(of), literalText(part)];
  return operator === undefined || !field || value === null ? null : { field, operator, value };
}

const presence = (field: string | null): Row | null =>
  field === null ? null : { field, operator: 'exists', value: null };

function readBinary({ operator, left, right }: Binary): Row | null {
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
  if (node.kind !== 'call' || node.name !== 'number') return pathOf(node);
  const path = node.args[0] === undefined ? null : pathOf(node.args[0]);
  return path === null ? null : `number(${path})`;
}

/** Undefined for what no input of a form holds without a loss. */
function scalarOf(node: Expression): Scalar | undefined {
  const value: Value | undefined = node.kind === 'literal' ? node.value : undefined;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return typeof value === 'object' && value !== null ? undefined : value;
}

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

const unwrapped = (field: string): string => /^number\((.*)\)$/s.exec(field)?.[1] ?? field;

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
