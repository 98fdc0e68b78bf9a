import { loopHeader } from './loop.ts';

/** The grammar of a header name: a token of RFC 9110. */
export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/i;

/** Framing, hop-by-hop and routing: these decide where a request goes and where it ends. And what ends loops. */
const framingNames: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  loopHeader.toLowerCase(),
]);

/**
 * One spelling for header names that servers may treat as equal: lower case, with one `-` for any run of what is no
 * letter or digit, and none at the ends. CGI and its successors hand names on with `_` for each of these characters.
 */
export function foldHeaderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9:]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Headers that only the service may set. */
export function isFramingHeader(name: string): boolean {
  const folded = foldHeaderName(name);
  return folded.startsWith(':') || /^proxy(-|$)/.test(folded) || framingNames.has(folded);
}
