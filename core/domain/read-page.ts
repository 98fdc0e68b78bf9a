import { deliveryText } from './body-text.ts';
import { bodyValue } from './body-value.ts';
import { cutAt } from './cut-text.ts';
import { valueAt } from './json-pointer.ts';

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

/** A page of a delivery's body, or of the part of JSON or of a form that a JSON pointer names; `missing` says what is not there. */
export function readDelivery(
  body: Uint8Array,
  { pointer, offset, limit }: PageRequest,
  contentType: string | null = null,
): { readonly page: TextPage } | { readonly missing: string } {
  const whole = wholeText(body, pointer ?? '', contentType);
  return 'missing' in whole ? whole : { page: readText(whole.text, offset, limit) };
}

/** The whole text that {@link readDelivery} gives pages of; that of the body for an empty pointer. */
export function wholeText(
  body: Uint8Array,
  pointer: string,
  contentType: string | null,
): { readonly text: string } | { readonly missing: string } {
  const text = deliveryText(body, contentType);
  if (pointer === '') return { text };
  const parsed = bodyValue(text, contentType);
  if (parsed === null)
    return { missing: 'The delivery is neither JSON nor a form: read it without a pointer, or find in it.' };
  const value = valueAt(parsed.value, pointer);
  if (value === undefined) return { missing: `The delivery has nothing at ${JSON.stringify(pointer)}.` };
  return { text: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** A page of the answer to an earlier request. */
export const readResponse = (text: string, { offset, limit }: Omit<PageRequest, 'pointer'>): TextPage =>
  readText(text, offset, limit);

function readText(text: string, from = 0, count = pageCharsMax): TextPage {
  const offset = Math.min(Math.max(0, Math.trunc(from)), text.length);
  const cut = cutAt(text, offset + Math.min(Math.max(1, Math.trunc(count)), pageCharsMax));
  // A page of one unit holds a whole surrogate pair, so that the next one goes on behind it.
  const end = cut > offset ? cut : Math.min(text.length, offset + 2);
  return {
    text: text.slice(offset, end),
    offset,
    totalChars: text.length,
    nextOffset: end < text.length ? end : null,
  };
}
