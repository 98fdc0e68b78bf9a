import { type Condition, every, type Field, not, type Op, some } from './condition/condition-tree.ts';
import { isDecimal } from './condition/decimal.ts';
import { isDate } from './condition/instant.ts';

export { type Condition, operators } from './condition/condition-tree.ts';
export { describeCondition } from './condition/describe-condition.ts';

/** One test as a model writes it. */
export interface WrittenTest {
  /** Such as `order.status` or `items[].sku`; `header NAME`; `body text`. */
  readonly path: string;
  readonly quantifier: 'any' | 'all' | 'self';
  readonly op: Op;
  readonly values: readonly string[];
  readonly negate: boolean;
}

/**
 * The condition of groups of tests: one group is enough, all tests of it are needed; no test at all is no condition.
 * Null where a test makes no sense, such as a number compared with a word.
 */
export function conditionFromGroups(groups: readonly (readonly WrittenTest[])[]): Condition | null {
  const parts = groups.map((group) => group.map(readWrittenTest));
  if (parts.some((group) => group.includes(null))) return null;
  if (parts.length === 0 || parts.some((group) => group.length === 0)) return { kind: 'always' };
  return some(parts.map((group) => every(group.filter((test) => test !== null))));
}

function readWrittenTest({ path, quantifier, op, values, negate }: WrittenTest): Condition | null {
  const isUnary = op === 'exists' || op === 'empty';
  if (isUnary !== (values.length === 0)) return null;
  if (['gt', 'gte', 'lt', 'lte'].includes(op) && !values.every(isDecimal)) return null;
  if ((op === 'before' || op === 'after') && !values.every(isDate)) return null;
  const test: Condition = {
    kind: 'test',
    field: readPath(path),
    op,
    values,
    quantifier: quantifier === 'all' ? 'all' : 'any',
    isState: false,
  };
  return negate ? not(test) : test;
}

function readPath(path: string): Field {
  const header = /^header ([\w-]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (header !== undefined) return { kind: 'header', name: header };
  return path.toLowerCase() === 'body text' ? { kind: 'body' } : { kind: 'field', words: path, isPath: true };
}
