import { isExactNumber, isList, isRecord, parseJson } from '#domain/json-value.ts';
import type { Row, RowOperator, Scalar } from '#rules/condition.ts';

/** Operators in the order of their menu. */
export const operatorTitles: Readonly<Record<RowOperator, string>> = {
  is: 'is',
  same: 'is, in any case',
  is_not: 'is not',
  one_of: 'is one of',
  over: 'is over',
  at_least: 'is at least',
  under: 'is under',
  at_most: 'is at most',
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  exists: 'is there',
  missing: 'is missing',
};
const isOperator = (text: string): text is RowOperator => Object.hasOwn(operatorTitles, text);

const withoutValue: ReadonlySet<RowOperator> = new Set(['exists', 'missing']);
const ofText: ReadonlySet<RowOperator> = new Set(['same', 'contains', 'starts', 'ends']);
const ofNumber: ReadonlySet<RowOperator> = new Set(['over', 'at_least', 'under', 'at_most']);

/** The value in the delivery: `numeric` is a text that is compared as a number, `constant` is true, false or null. */
type ValueKind = 'text' | 'numeric' | 'number' | 'constant';
const kinds: readonly string[] = ['text', 'numeric', 'number', 'constant'] satisfies readonly ValueKind[];

/** A row as it stands in the form. */
export interface TypedRow {
  readonly field: string;
  readonly kind: ValueKind;
  readonly operator: RowOperator;
  readonly value: string;
  readonly isUnguarded: boolean;
}

/** A field of a form drops line breaks. */
export const isOneLine = (text: string): boolean => !/[\r\n\0]/.test(text);

/** More than a condition may have: one with a text that was cut here is refused. */
const charsMax = 5_000;

/** A row of what a form sent; anything unknown becomes the plainest. */
export const typedRow = (sent: Readonly<Record<string, string | undefined>>): TypedRow => {
  const { field = '', kind = '', operator = '', value = '', isUnguarded } = sent;
  return {
    field: field.slice(0, charsMax),
    kind: kinds.includes(kind) ? (kind as ValueKind) : 'text',
    operator: isOperator(operator) ? operator : 'is',
    value: value.slice(0, charsMax),
    isUnguarded: isUnguarded === 'true',
  };
};

/** The row of a condition; null where its value is none of its kind. */
export function rowOf({ field, kind, operator, value, isUnguarded }: TypedRow): Row | null {
  const guard = isUnguarded ? ({ isUnguarded } as const) : {};
  if (withoutValue.has(operator)) return { field, operator, value: null, ...guard };
  if (ofText.has(operator)) return { field, operator, value, ...guard };
  const isText = kind === 'text' && !ofNumber.has(operator);
  const isInText = kind === 'numeric' || (kind === 'text' && !isText);
  const isNumber = isInText || kind === 'number' || ofNumber.has(operator);
  const read = (text: string) => (isNumber ? exactNumber(text) : isText ? text : constantOf(text));
  const scalars = operator === 'one_of' ? readList(value, read) : [read(value)];
  const [first] = scalars;
  const whole = scalars.filter((scalar) => scalar !== undefined);
  if (first === undefined || whole.length < scalars.length) return null;
  const named = isInText ? `number(${field})` : field;
  return { field: named, operator, value: operator === 'one_of' ? whole : first, ...guard };
}

/** A row of a condition as the form shows it. */
export function typedOf({ field, operator, value, isUnguarded }: Row): TypedRow {
  const number = /^number\((.*)\)$/s.exec(field)?.[1];
  const values = Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar];
  const shown = { field: number ?? field, operator, isUnguarded: isUnguarded === true };
  const text = operator === 'one_of' ? writeList(values) : value === null ? 'null' : String(value);
  return {
    ...shown,
    kind: number === undefined ? kindOf(values) : 'numeric',
    value: withoutValue.has(operator) ? '' : text,
  };
}

function kindOf(values: readonly Scalar[]): ValueKind {
  const types = new Set(values.map((value) => typeof value));
  if (types.size === 1 && types.has('number')) return 'number';
  return types.size === 1 && types.has('string') ? 'text' : 'constant';
}

/** More digits than a double keeps are refused, not rounded. */
function exactNumber(text: string): number | undefined {
  const isShort = /^-?\d+(?:\.\d+)?$/.test(text.trim()) && text.replaceAll(/\D/g, '').length <= 15;
  return isShort ? Number(text) : undefined;
}

const constants = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const constantOf = (text: string) => (constants.has(text.trim()) ? constants.get(text.trim()) : text);

/** Words between commas; a list of JSON where a word has a comma, or the kinds differ. */
function readList(text: string, read: (word: string) => Scalar | undefined): readonly (Scalar | undefined)[] {
  const json = text.trim().startsWith('[') ? parseJson(text)?.value : undefined;
  if (!isList(json)) return text.split(',').map((word) => read(word.trim()));
  return json.map((item) => (isExactNumber(item) || isList(item) || isRecord(item) ? undefined : item));
}

function writeList(values: readonly Scalar[]): string {
  const isPlain =
    values.every((value) => typeof value === 'number') ||
    values.every((value) => typeof value === 'string' && /^[^,[\s](?:[^,]*[^,\s])?$/.test(value));
  return isPlain ? values.join(', ') : JSON.stringify(values);
}
