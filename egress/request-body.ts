import type { OutboundRequest } from '../contracts/outbound.ts';

export type BodyEncoding =
  | { readonly kind: 'encoded'; readonly bytes: Buffer | null; readonly contentType: string | null }
  | { readonly kind: 'invalid'; readonly message: string };

const isJsonDocument = (text: string): boolean => {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * A string as it is, anything else as JSON; null and the empty string are no body. `contentType` is for a request that
 * names none: JSON where the text is a JSON document, else plain text.
 */
export function encodeBody(body: OutboundRequest['body'], bytesMax: number): BodyEncoding {
  if (body === undefined || body === null || body === '')
    return { kind: 'encoded', bytes: null, contentType: null };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = Buffer.from(text);
  if (bytes.length > bytesMax)
    return { kind: 'invalid', message: `body must not be larger than ${bytesMax} bytes.` };
  const isJson = typeof body !== 'string' || isJsonDocument(body);
  return { kind: 'encoded', bytes, contentType: isJson ? 'application/json' : 'text/plain; charset=utf-8' };
}
