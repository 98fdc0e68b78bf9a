import { cutToBytes } from '#domain/cut-text.ts';
import { decodeContent } from '#domain/decode-content.ts';
import { decodingFailure, type WireFailure } from './failure.ts';
import type { EgressLimits } from './limits.ts';
import { readText } from './read-text.ts';
import type { Redact } from './redact.ts';
import { sanitizeHeaders } from './response-headers.ts';
import type { WireResponse } from './send.ts';

/** A response as it may be shown: decoded, redacted, then cut; in this order, because a cut secret is not found. */
export interface SanitizedResponse {
  readonly kind: 'sanitized';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
  readonly redactions: number;
  /** Decoded. */
  readonly bytesIn: number;
}

const joined = (value: string | readonly string[] | undefined): string => [value ?? ''].flat().join(', ');

export async function sanitizeResponse(
  { headers: raw, body }: WireResponse,
  redact: Redact,
  { host, limits }: { readonly host: string; readonly limits: EgressLimits },
): Promise<SanitizedResponse | WireFailure> {
  const decoded = await decodeContent(body, joined(raw['content-encoding']), limits.responseBytesMax);
  if (decoded.kind === 'failed') return decodingFailure(decoded.fault, host);
  const hitsIn = (text: string) => redact(text).hits;
  const redacted = redact(readText(decoded.bytes, joined(raw['content-type']), hitsIn));
  const { text, truncated } = cutToBytes(redacted.text, limits.shownBytesMax);
  // Next to a redacted body, the original length would reveal the length of the secret.
  const { headers, hits } = sanitizeHeaders(
    redacted.hits > 0 ? { ...raw, 'content-length': undefined } : raw,
    redact,
  );
  const redactions = redacted.hits + hits;
  return { kind: 'sanitized', headers, body: text, truncated, redactions, bytesIn: decoded.bytes.length };
}
