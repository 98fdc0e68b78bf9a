import { mediaTypeOf } from './body-text.ts';
import { type JsonValue, parseJson } from './json-value.ts';

/** The members of a body: of JSON, or the fields of a form, where one that is sent twice is a list. Null for other text. */
export function bodyValue(text: string, contentType: string | null): { readonly value: JsonValue } | null {
  if (mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded') return parseJson(text);
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  const members = [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return { value: Object.fromEntries(members) as JsonValue };
}
