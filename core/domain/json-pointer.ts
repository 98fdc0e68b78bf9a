import { isList, isRecord, type JsonValue } from './json-value.ts';

/** RFC 6901: the pointer of a value by the names and indexes that lead to it. */
export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** RFC 6901: the value at a pointer; undefined where there is none. */
export const valueAt = (root: JsonValue, pointer: string): JsonValue | undefined =>
  valueAtParts(
    root,
    pointer
      .replace(/^\//, '')
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );

/** The value that names and indexes lead to; undefined where there is none. */
export function valueAtParts(root: JsonValue, parts: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const part of parts) {
    if (value !== undefined && isList(value))
      value = /^\d+$/.test(String(part)) ? value[Number(part)] : undefined;
    else if (isRecord(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}
