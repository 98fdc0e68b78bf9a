import { failure, type WireFailure } from './failure.ts';
import type { EgressLimits } from './limits.ts';
import { decodeContent } from './read-body.ts';
import { cutText, readText } from './read-text.ts';
import type { Redact } from './redact.ts';
import { showHeaders } from './response-headers.ts';
import type { WireAnswer } from './send.ts';

/** An answer as it may be seen: decoded, redacted, then cut, in this order, for a cut secret is no longer found. */
export interface PresentedAnswer {
  readonly kind: 'presented';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly truncated: boolean;
  readonly redactions: number;
  /** Decoded. */
  readonly bytesIn: number;
}

const faults = {
  RESPONSE_TOO_LARGE: 'its answer is too large',
  UNSUPPORTED_ENCODING: 'its answer has a content encoding that was not asked for and is not known',
  INVALID_ANSWER: 'its answer cannot be decoded',
} as const;

const one = (value: string | readonly string[] | undefined): string => [value ?? ''].flat().join(', ');

export async function presentAnswer(
  { headers: raw, body }: WireAnswer,
  redact: Redact,
  { host, limits }: { readonly host: string; readonly limits: EgressLimits },
): Promise<PresentedAnswer | WireFailure> {
  const decoded = await decodeContent(body, one(raw['content-encoding']), limits.responseBytesMax);
  if (decoded.kind === 'failed') return failure(decoded.reason, 'maybe', host, faults[decoded.reason]);
  const hitsIn = (text: string) => redact(text).hits;
  const redacted = redact(readText(decoded.bytes, one(raw['content-type']), hitsIn));
  const { text, truncated } = cutText(redacted.text, limits.shownBytesMax);
  // Beside a redacted body the length that was sent would tell the length of the secret.
  const { headers, hits } = showHeaders(
    redacted.hits > 0 ? { ...raw, 'content-length': undefined } : raw,
    redact,
  );
  const redactions = redacted.hits + hits;
  return { kind: 'presented', headers, body: text, truncated, redactions, bytesIn: decoded.bytes.length };
}
