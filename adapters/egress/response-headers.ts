import type { Redact } from './redact.ts';

type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers that describe a response. Cookies, challenges and login tokens are not in the list and are never shown. */
const shown: ReadonlySet<string> = new Set([
  'accept-ranges',
  'age',
  'allow',
  'api-version',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'expires',
  'idempotency-key',
  'idempotent-replayed',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'request-id',
  'retry-after',
  'server',
  'sunset',
  'vary',
  'warning',
  'x-correlation-id',
  'x-has-more',
  'x-next-page',
  'x-page',
  'x-per-page',
  'x-prev-page',
  'x-request-id',
  'x-total',
  'x-total-count',
  'x-total-pages',
  'x-trace-id',
]);

const shownPrefixes = ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'];

const isShown = (name: string) => shown.has(name) || shownPrefixes.some((prefix) => name.startsWith(prefix));

export interface SanitizedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly hits: number;
}

/** The headers of a response that may be shown, redacted; names in lower case, several of one name joined. */
export function sanitizeHeaders(raw: RawHeaders, redact: Redact): SanitizedHeaders {
  let hits = 0;
  const clean = (text: string) => {
    const redaction = redact(text);
    hits += redaction.hits;
    return redaction.text;
  };
  const headers = Object.fromEntries(
    Object.entries(raw)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => isShown(name) && value !== undefined)
      .map(([name, value]) => [shown.has(name) ? name : clean(name), clean([value].flat().join(', '))]),
  );
  return { headers, hits };
}
