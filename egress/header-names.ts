import { foldHeaderName } from './text.ts';

/** The grammar of a header name: a token of RFC 9110. */
export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/i;

/** Framing, hop-by-hop and routing: these decide where a request goes and where it ends, so they are ours alone. */
const framing: ReadonlySet<string> = new Set([
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
]);

/** Ours to set, or about the road a request came by; left out of what the agent sends. */
const ours: ReadonlySet<string> = new Set([
  'accept-encoding',
  'forwarded',
  'via',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

/** Where two names end alike, the rest does not matter: X-Api-Key, Ocp-Apim-Subscription-Key, X-Auth-Token … */
const credential =
  /(^|-)(authorization|cookie2?|auth|token|secret|password|passwd|signature|credentials?|jwt|session|api-?key|auth-?key|access-?key|secret-?key|private-?key|subscription-?key|functions-?key|app-?key|master-?key)$/;

/** Headers that decide where a request goes and how it is framed: nobody but us sets them. */
export function isFramingHeader(name: string): boolean {
  const folded = foldHeaderName(name);
  return folded.startsWith(':') || folded.startsWith('proxy-') || framing.has(folded);
}

/** Headers that no policy may hold. */
export function isUnfitForPolicy(name: string): boolean {
  const folded = foldHeaderName(name);
  return (
    isFramingHeader(name) ||
    folded.startsWith('sec-') ||
    folded === 'accept-encoding' ||
    folded === 'content-encoding'
  );
}

/** Headers of the agent that are left out of every request. */
export function isDroppedFromAgent(name: string): boolean {
  const folded = foldHeaderName(name);
  return ours.has(folded) || folded.startsWith('x-forwarded-');
}

/** Headers that usually carry a key: the agent's own has no place beside a configured one, or at another host. */
export function isCredentialHeader(name: string): boolean {
  return credential.test(foldHeaderName(name));
}

/** Slices of an answer would show a secret piece by piece, where redaction sees none of them. */
export function isRangeHeader(name: string): boolean {
  return ['range', 'if-range'].includes(foldHeaderName(name));
}
