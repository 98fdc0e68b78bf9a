import type { JsonRecord, JsonValue } from '#domain/json-value.ts';

/** The fields of a URL-encoded form; a name that comes more than once gives a list. */
export const formFields = (text: string): JsonRecord => collectFields(new URLSearchParams(text.trim()));

/** Names and values as one object; repeated names become lists, in order. */
export function collectFields(pairs: Iterable<readonly [string, string]>): JsonRecord {
  const byName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(
    [...byName].map(([name, values]): [string, JsonValue] => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}
