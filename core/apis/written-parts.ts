import type { Parameter } from '#contracts/api.ts';

/** One name with its value, as a query or a form has them. */
type Pair = readonly [name: string, value: string];

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

const joined = (values: readonly unknown[]): string => values.map((one) => encode(textOf(one))).join(',');

/** A parameter of the path or a header as one text; in a path, what could end its segment is encoded. */
export const segmentOf = (value: unknown): string =>
  Array.isArray(value) ? joined(value) : encode(textOf(value));
export const headerOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);

/** A parameter of the query. */
export function queryOf(
  { name, style }: Pick<Parameter, 'name' | 'style'>,
  value: unknown,
): readonly string[] {
  const key = encode(name);
  if (style === 'nested') return nested(key, value).map(written);
  if (!Array.isArray(value)) return [written([key, encode(textOf(value))])];
  return style === 'joined'
    ? [written([key, joined(value)])]
    : value.map((one) => written([key, encode(textOf(one))]));
}

/** The fields of a form; objects and lists in brackets. */
export const formOf = (value: object): string =>
  Object.entries(value)
    .flatMap(([name, member]) => nested(encode(name), member))
    .map(written)
    .join('&');

function nested(key: string, value: unknown): readonly Pair[] {
  if (typeof value !== 'object' || value === null)
    return [[key, encode(value === null ? '' : textOf(value))]];
  return Object.entries(value).flatMap(([name, member]) => nested(`${key}[${encode(name)}]`, member));
}

const written = ([key, value]: Pair): string => `${key}=${value}`;
