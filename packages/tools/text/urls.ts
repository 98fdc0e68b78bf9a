import { domainToUnicode } from 'node:url';
import { parse as parseDomain } from 'tldts';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { flagParam } from '../params.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { readUrl, urlParam } from './web/read-url.ts';

/** Repeated names keep all their values. */
function queryOf(url: URL): Readonly<Record<string, unknown>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of url.searchParams) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
  ['ws:', '80'],
  ['wss:', '443'],
  ['ftp:', '21'],
]);

const trackingParams =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|mc_[ce]id|igshid|yclid|_hs(?:enc|mi)|vero_id|oly_(?:anon|enc)_id|rb_clickid|s_cid|mkt_tok|epik|ref_src)$/i;

interface NormalizeOptions {
  readonly dropTracking: boolean;
  readonly sortQuery: boolean;
  readonly dropFragment: boolean;
  readonly dropTrailingSlash: boolean;
  readonly dropWww: boolean;
}

function normalizeUrl(text: string, options: NormalizeOptions): string {
  const url = readUrl(text);
  if (options.dropTracking)
    for (const name of Array.from(url.searchParams.keys()))
      if (trackingParams.test(name)) url.searchParams.delete(name);
  if (options.sortQuery) url.searchParams.sort();
  if (url.searchParams.size === 0) url.search = '';
  if (options.dropFragment || url.hash === '') url.hash = '';
  if (options.dropWww && url.hostname.startsWith('www.') && parseDomain(url.hostname).subdomain === 'www')
    url.hostname = url.hostname.slice(4);
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  if (options.dropTrailingSlash && url.pathname.length > 1) url.pathname = url.pathname.replace(/\/$/, '');
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const { href } = url;
  const isBare = options.dropTrailingSlash && url.pathname === '/' && url.search === '' && url.hash === '';
  return isBare ? href.replace(/\/$/, '') : href;
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
];
/** Japanese and Korean regularly mix their scripts with Chinese characters. */
const eastAsian: ReadonlySet<string> = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul']);

/** Scripts mixed in one label, as in look-alike domains. */
function mixedScripts(hostname: string): readonly string[] {
  for (const label of hostname.split('.')) {
    const used = scripts.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(label));
    if (used.length > 1 && !used.every((script) => eastAsian.has(script))) return used;
  }
  return [];
}

function describeDomain(text: string, privateSuffixes: boolean): string {
  const { hostname } = readUrl(text);
  const { domain, domainWithoutSuffix, subdomain, publicSuffix, isIcann, isPrivate, isIp } = parseDomain(
    hostname,
    { allowPrivateDomains: privateSuffixes },
  );
  const unicode = domainToUnicode(hostname);
  return jsonText({
    hostname,
    unicode,
    isIp,
    domain,
    name: domainWithoutSuffix,
    subdomain: subdomain === '' ? null : subdomain,
    publicSuffix,
    isKnownSuffix: isIcann === true || isPrivate === true,
    isPrivateSuffix: isPrivate === true,
    mixedScripts: mixedScripts(unicode),
  });
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'url-parse',
    title: 'Parse URL',
    summary: 'Takes a URL apart, query included.',
    params: z.object({ text: urlParam }),
    example: {
      params: { text: 'https://user@example.com:8080/a?x=1&x=2#top' },
      result:
        '{\n  "href": "https://user@example.com:8080/a?x=1&x=2#top",\n  "scheme": "https",\n  "username": "user",\n  "hasPassword": false,\n  "hostname": "example.com",\n  "port": 8080,\n  "path": "/a",\n  "segments": [\n    "a"\n  ],\n  "query": {\n    "x": [\n      "1",\n      "2"\n    ]\n  },\n  "fragment": "top",\n  "origin": "https://example.com:8080"\n}',
    },
    run: ({ text }) => {
      const url = readUrl(text);
      const port = url.port === '' ? defaultPorts.get(url.protocol) : url.port;
      return jsonText({
        href: url.href,
        scheme: url.protocol.slice(0, -1),
        username: url.username,
        hasPassword: url.password !== '',
        hostname: url.hostname,
        port: port === undefined ? null : Number(port),
        path: url.pathname,
        segments: url.pathname.split('/').filter((segment) => segment !== ''),
        query: queryOf(url),
        fragment: url.hash.slice(1),
        origin: url.origin,
      });
    },
  }),
  defineQuickTool({
    id: 'url-normalize',
    title: 'Normalise URL',
    summary: 'Writes a URL in its simplest form: host in small letters, query sorted, tracking params out.',
    params: z.object({
      text: urlParam,
      dropTracking: flagParam('Leave out utm_source, gclid, fbclid and the like.', true),
      sortQuery: flagParam('Sort the query by name.', true),
      dropFragment: flagParam('Leave out what follows #.'),
      dropTrailingSlash: flagParam('Leave out a slash at the end of the path.', true),
      dropWww: flagParam('Leave out the prefix www. of the host.'),
    }),
    example: {
      params: { text: 'HTTPS://Example.com:443//a/?b=2&a=1&utm_source=x' },
      result: 'https://example.com/a?a=1&b=2',
    },
    run: ({ text, ...options }) => normalizeUrl(text, options),
  }),
  defineQuickTool({
    id: 'domain-parse',
    title: 'Parse domain',
    summary: 'Divides a host name into subdomain, name and public suffix, and warns of mixed scripts.',
    params: z.object({
      text: urlParam,
      privateSuffixes: flagParam(
        'Count suffixes that companies opened to their customers, such as github.io and uk.com.',
        true,
      ),
    }),
    example: {
      params: { text: 'shop.example.co.uk' },
      result:
        '{\n  "hostname": "shop.example.co.uk",\n  "unicode": "shop.example.co.uk",\n  "isIp": false,\n  "domain": "example.co.uk",\n  "name": "example",\n  "subdomain": "shop",\n  "publicSuffix": "co.uk",\n  "isKnownSuffix": true,\n  "isPrivateSuffix": false,\n  "mixedScripts": []\n}',
    },
    run: ({ text, privateSuffixes }) => describeDomain(text, privateSuffixes),
  }),
];
