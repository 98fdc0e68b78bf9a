import { type Binary, type Expression, literalText } from './expression.ts';
import { formatExpression } from './format.ts';
import { pathOf } from './paths.ts';
import { presencesOf } from './presence.ts';
import type { Value } from './value.ts';
import {
  comparisons,
  conditionOfRows,
  type Join,
  type Row,
  type Scalar,
  textTests,
  unwrapped,
} from './write-rows.ts';

/**
 * An expression as rows; null where it is more than rows joined by all or by any. The `has()` that rows write before a
 * test belong to its row. The rows always write the same expression again.
 */
export function rowsOf(
  expression: Expression,
): { readonly join: Join; readonly rows: readonly Row[] } | null {
  const join = expression.kind === 'or' ? 'any' : 'all';
  const groups = (expression.kind === 'or' ? expression.of : [expression]).map((part) => readAll(part));
  const rows = groups.flatMap((group) => (join === 'any' && group?.length !== 1 ? [null] : group));
  const found = rows.filter((row) => row !== null);
  if (found.length < rows.length) return null;
  const text = formatExpression(expression);
  if (conditionOfRows(found, join) === text) return { join, rows: found };
  const all = join === 'all' ? withoutNeedless(readAll(expression, true), text) : [];
  return all.length > 0 ? { join, rows: all } : null;
}

/** The rows without the presences that others of them write at the same place. */
function withoutNeedless(read: readonly (Row | null)[], text: string): readonly Row[] {
  const rows = read.filter((row) => row !== null).filter(({ isUnguarded }) => isUnguarded !== true);
  const left = rows.reduce<readonly Row[]>((kept, row) => {
    const others = kept.filter((other) => other !== row);
    return row.operator === 'exists' && conditionOfRows(others, 'all') === text ? others : kept;
  }, rows);
  return conditionOfRows(left, 'all') === text ? left : [];
}

/** A row, and what must be there before it is more than unknown. */
interface Part {
  readonly row: Row;
  readonly needs: readonly string[];
}

/** The rows of parts that are joined by `&&`; `isWhole`: with the presences that belong to others. */
function readAll(node: Expression, isWhole = false): readonly (Row | null)[] {
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
  return read.filter((row) => isWhole || row?.operator !== 'exists' || !taken.has(row.field));
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
