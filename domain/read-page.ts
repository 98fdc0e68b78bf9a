import { bodyText } from './body-text.ts';
import { isList, isRecord, type JsonValue, parseJson } from './json-value.ts';

/** The most that one call of a reading tool gives. */
export const pageCharsMax = 16_384;

/** A piece of a longer text; offsets count characters. `nextOffset` is null at the end. */
export interface TextPage {
  readonly text: string;
  readonly offset: number;
  readonly totalChars: number;
  readonly nextOffset: number | null;
}

interface PageRequest {
  readonly pointer?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** A page of a delivery's body, or of the part that a JSON pointer names; `missing` says what is not there. */
export function readDelivery(
  body: Uint8Array,
  { pointer, offset, limit }: PageRequest,
  contentType: string | null = null,
): { readonly page: TextPage } | { readonly missing: string } {
  const text = bodyText(body, contentType) ?? new TextDecoder().decode(body);
  if (pointer === undefined || pointer === '') return { page: readText(text, offset, limit) };
  const parsed = parseJson(text);
  if (parsed === null) return { missing: 'The delivery is not JSON: read it without a pointer.' };
  const value = follow(parsed.value, pointer);
  if (value === undefined) return { missing: `The delivery has nothing at ${JSON.stringify(pointer)}.` };
  return { page: readText(typeof value === 'string' ? value : JSON.stringify(value), offset, limit) };
}

/** A page of the answer to an earlier request. */
export const readResponse = (text: string, { offset, limit }: Omit<PageRequest, 'pointer'>): TextPage =>
  readText(text, offset, limit);

function readText(text: string, from = 0, count = pageCharsMax): TextPage {
  const offset = Math.min(Math.max(0, Math.trunc(from)), text.length);
  const end = Math.min(text.length, offset + Math.min(Math.max(1, Math.trunc(count)), pageCharsMax));
  return {
    text: text.slice(offset, end),
    offset,
    totalChars: text.length,
    nextOffset: end < text.length ? end : null,
  };
}

/** RFC 6901. */
function follow(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const part of pointer.replace(/^\//, '').split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value !== undefined && isList(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
