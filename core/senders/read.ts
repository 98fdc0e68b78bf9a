import { isList, isRecord, type JsonValue, parseJson, scalarText } from '#domain/json-value.ts';
import type { SenderRequest } from './sender.ts';

type Path = readonly (string | number)[];

/** The value at a path of members and positions; undefined where there is none. */
export function valueAt(json: JsonValue | undefined, ...path: Path): JsonValue | undefined {
  let value = json;
  for (const step of path) {
    if (typeof step === 'number') value = isList(value) ? value[step] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** A text or number at a path, as it is written; null for others and for blank ones. */
export function textAt(json: JsonValue | undefined, ...path: Path): string | null {
  const value = valueAt(json, ...path);
  const text = typeof value === 'boolean' || value === null || value === undefined ? null : scalarText(value);
  return text === null || text.trim() === '' ? null : text;
}

/** A header; null where it is absent or blank. */
export function headerOf({ headers }: SenderRequest, name: string): string | null {
  const value = headers[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** The field of a form that holds JSON, as some senders wrap it. */
export const jsonInForm = ({ form }: SenderRequest, field: string): JsonValue | undefined =>
  parseJson(form?.get(field) ?? '')?.value;
