import { secretNamesIn } from '#domain/named-secret.ts';
import { foldHeaderName, headerNamePattern, isFramingHeader } from '#domain/header-names.ts';

export type HeaderLine = readonly [name: string, value: string];

export type CheckedHeaders =
  | { readonly kind: 'checked'; readonly headers: readonly HeaderLine[] }
  | { readonly kind: 'invalid'; readonly message: string };

export interface PreparedHeaders {
  readonly headers: readonly HeaderLine[];
  /** Names that the agent sent and that were left out. */
  readonly ignored: readonly string[];
}

/** Left out of what the agent sends, by folded name. */
const droppedNames: readonly RegExp[] = [
  // Set by the service itself.
  /^accept-encoding$/,
  // Another method than the one that is decided about.
  /^x-(http-)?method(-override)?$/,
  // Headers that proxies add about the request as it reached them: X-Forwarded-For, Forwarded, Via,
  // X-Original-Forwarded-For …
  /^via$/,
  /(^|-)forward(ed)?(-|$)/,
  // The client's address: X-Real-IP, True-Client-IP, CF-Connecting-IP, X-Envoy-External-Address …
  /(^|-)(client|real|remote|connecting|originating|external|proxyuser)-?(ip(v[46])?|addr|address)$/,
  // Names of users and certificates that a proxy vouches for: X-Remote-User, SSL-Client-Cert, X-Client-Cert-Subject …
  /(^|-)remote-?(user|groups?|name|email)$/,
  /^(x-)?ssl-client-/,
  /(^|-)client-?cert(ificate)?(-|$)/,
  // Another host or path than the one that is decided about: X-Host, X-Original-URL, X-Rewrite-URL …
  /^x-(real-|backend-|http-)?host(-override)?$/,
  /^x-(original|rewrite)-(url|uri|host|path|method)$/,
];

/** The end of a name decides: X-Api-Key, Ocp-Apim-Subscription-Key, X-Auth-Token … */
const credentialNames =
  /(^|-)(authorization|cookie2?|auth|token|secret|password|passwd|signature|credentials?|jwt|session|api-?key|auth-?key|access-?key|secret-?key|private-?key|subscription-?key|functions-?key|app-?key|master-?key)$/;

/**
 * Range, Request-Range, X-Amz-Range: slices of a response would show a secret piece by piece, where redaction finds none
 * of it. Content-Range is about what is sent.
 */
const rangeName = /^(?!content-)(.+-)?range$/;

const countMax = 64;
const bytesMax = 16_384;
// Tab, visible ASCII and Latin-1: what fits into a header without a line break or an encoding.
const valuePattern = /^[\t\x20-\x7e\xa0-\xff]*$/;

function faultOf(entries: readonly HeaderLine[]): string | undefined {
  if (entries.length > countMax) return `headers must not be more than ${countMax}.`;
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > bytesMax) return `headers must not be larger than ${bytesMax} bytes in all.`;
  const names = new Set<string>();
  for (const [name, value] of entries) {
    if (isFramingHeader(name))
      return `headers must not set ${JSON.stringify(name.slice(0, 64))}: the service sets it.`;
    if (!headerNamePattern.test(name)) return 'headers holds a name that is not a header name.';
    if (!valuePattern.test(value))
      return `headers holds a value for ${name} that cannot be sent in a header.`;
    if (names.has(name.toLowerCase())) return `headers holds ${name} twice.`;
    names.add(name.toLowerCase());
  }
  return undefined;
}

/** Refuses what no agent may set, before anything is decided or resolved. */
export function checkAgentHeaders(
  headers: Readonly<Record<string, string | number | boolean>>,
): CheckedHeaders {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value).trim()] as const);
  const message = faultOf(entries);
  return message === undefined ? { kind: 'checked', headers: entries } : { kind: 'invalid', message };
}

/**
 * The agent's headers as they may go out beside the configured ones: those with a configured name are left out in any
 * spelling; where a secret goes along or the host is a redirect's, so are the agent's own credentials. A named secret is
 * none of its own.
 */
export function prepareAgentHeaders(
  headers: readonly HeaderLine[],
  {
    configuredNames,
    isOtherSite,
    namesSecret,
  }: { configuredNames: readonly string[]; isOtherSite: boolean; namesSecret: boolean },
): PreparedHeaders {
  const configured = new Set(configuredNames.map(foldHeaderName));
  const hasSecret = configured.size > 0;
  const isLeftOut = ([name, value]: HeaderLine) => {
    const folded = foldHeaderName(name);
    const isOwn = secretNamesIn(value).length === 0;
    return (
      droppedNames.some((dropped) => dropped.test(folded)) ||
      configured.has(folded) ||
      ((hasSecret || isOtherSite) && isOwn && credentialNames.test(folded)) ||
      ((hasSecret || namesSecret) && rangeName.test(folded))
    );
  };
  return {
    headers: headers.filter((line) => !isLeftOut(line)),
    ignored: headers.filter(isLeftOut).map(([name]) => name),
  };
}
