import { canonicalHost } from '#domain/host.ts';
import { hasControlSpaceOrBackslash, hasUserinfo } from '#domain/url-text.ts';

/** The target of a request, parsed once. Everything that is sent is built from these parts. */
export interface Target {
  readonly scheme: 'http' | 'https';
  /** Canonical; IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  /** `scheme://host:port`, the port only where it is not the scheme's own. */
  readonly origin: string;
  readonly pathname: string;
  /** Begins with `?`, or empty. */
  readonly search: string;
}

export type TargetParse =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'invalid'; readonly message: string };

const urlCharsMax = 8192;
const defaultPorts = { http: 80, https: 443 } as const;

/** Port 0 and the ports that the Fetch standard blocks: mail, shells and other protocols that HTTP can talk into. */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

const invalid = (message: string): TargetParse => ({ kind: 'invalid', message });

/** Parses an absolute http or https URL; `base` makes a relative one absolute, for redirects. Never throws. */
export function parseTarget(raw: string, base?: Target): TargetParse {
  if (raw.length > urlCharsMax) return invalid(`url must not be longer than ${urlCharsMax} characters.`);
  if (hasControlSpaceOrBackslash(raw)) {
    return invalid('url must not contain spaces, control characters or backslashes; percent-encode them.');
  }
  const url = URL.parse(raw, base && urlOf(base));
  if (url === null) return invalid('url is not an absolute URL such as https://api.example.com/v1.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return invalid('url must begin with https:// or http://.');
  if (hasUserinfo(raw)) return invalid('url must not contain a user name or password.');
  const host = canonicalHost(url.hostname);
  if (host === undefined) return invalid('url does not name a valid host.');
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const port = url.port === '' ? defaultPorts[scheme] : Number(url.port);
  if (badPorts.has(port)) return invalid(`url names port ${port}, which is not for HTTP.`);
  const origin = `${scheme}://${host}${port === defaultPorts[scheme] ? '' : `:${port}`}`;
  return {
    kind: 'target',
    target: { scheme, host, port, origin, pathname: url.pathname, search: url.search },
  };
}

export const urlOf = ({ origin, pathname, search }: Target): string => origin + pathname + search;

/** Names of the query parameters: the log shows these, for their values may be personal or secret. */
export const queryKeysOf = ({ search }: Target): readonly string[] =>
  search === '' ? [] : [...new Set(new URLSearchParams(search).keys())];
