import { LinkifyIt } from 'linkify-it';
import { parse } from 'tldts';
import { z } from 'zod';
import { flagParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { findEmails } from './patterns/email-addresses.ts';
import { isIpAddress } from './patterns/ip-address.ts';

const uniqueParam = flagParam('Gives each one once, in the order of the first.', true);

export function listFound(found: readonly string[], unique: boolean): string {
  return (unique ? [...new Set(found)] : found).join('\n');
}

const finder = new LinkifyIt({ fuzzyEmail: false, fuzzyLink: true, urlAuth: true });
/** Endings of networks of one's own (RFC 2606, 6762, 8375 and custom), which are no endings of files. */
const privateEndings = [
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'test',
];
const hostFinder = new LinkifyIt({
  fuzzyEmail: false,
  fuzzyLink: true,
  fuzzyIP: false,
  urlAuth: true,
}).tlds(privateEndings, true);

/** Only hosts below a public suffix; file.txt has none. */
function isRealHost(host: string | null): boolean {
  return host !== null && parse(host, { allowPrivateDomains: false }).isIcann === true;
}

/** A host that is written as one, with a scheme or in an address, needs no public suffix. */
function isHost(host: string | null, isExplicit: boolean): boolean {
  if (host === null || isIpAddress(host.replaceAll(/[[\]]/g, ''))) return false;
  const ending = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  return isExplicit || isRealHost(host) || privateEndings.includes(ending);
}

function emailsIn(text: string): readonly string[] {
  return Array.from(findEmails(text), ({ start, end }) => text.slice(start, end));
}

/** The links that are no part of an email address; `example.com` in `ada@example.com` is one. */
function linksIn(text: string, links: LinkifyIt) {
  const emails = [...findEmails(text)];
  let next = 0;
  return (links.match(text) ?? []).filter(({ schema, index, lastIndex }) => {
    while ((emails[next]?.end ?? Infinity) <= index) next += 1;
    return schema !== 'mailto:' && lastIndex <= (emails[next]?.start ?? Infinity);
  });
}

function urlsIn(text: string, withoutScheme: boolean): readonly string[] {
  return linksIn(text, finder)
    .filter(({ schema, raw }) => schema !== '' || (withoutScheme && isRealHost(parse(raw).hostname)))
    .map(({ raw }) => raw);
}

function domainsIn(text: string): readonly string[] {
  const ofEmails = Array.from(findEmails(text), ({ start, end }) => ({
    index: start,
    host: text.slice(text.lastIndexOf('@', end) + 1, end),
    isExplicit: true,
  }));
  const ofLinks = linksIn(text, hostFinder).map(({ schema, index, url }) => ({
    index,
    host: parse(url).hostname,
    isExplicit: schema !== '',
  }));
  return [...ofEmails, ...ofLinks]
    .filter(({ host, isExplicit }) => isHost(host, isExplicit))
    .toSorted((a, b) => a.index - b.index)
    .map(({ host }) => (host ?? '').toLowerCase());
}

/** The port behind an address, and the colon behind a name in front of one, which is no group of IPv6: ip:10.0.0.5. */
const portOrName = /(?<=\d\.\d{1,3}):\d{1,5}\b|(?<=[g-z_]\w{0,15}):(?=\d{1,3}\.\d{1,3}\.)/gi;

/** Candidates by their characters; the parser decides. */
const ipCandidate = /(?<![\w.:])[\da-fA-F:.]{2,60}(?:%\w{1,20})?(?:\/\d{1,3})?(?![\w])/g;

function normalAddress(candidate: string, withRanges: boolean): string | undefined {
  const [address = '', range] = candidate.replace(/[.:]+$/, (end) => (end === '::' ? end : '')).split('/');
  if (!isIpAddress(address)) return undefined;
  return range !== undefined && withRanges ? `${address}/${range}` : address;
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'extract-emails',
    title: 'Extract email addresses',
    summary: 'Lists the email addresses in the text, a line each.',
    params: z.object({ text: textParam(), unique: uniqueParam }),
    example: {
      params: { text: 'Write to ada@example.com or <bob@example.org>.' },
      result: 'ada@example.com\nbob@example.org',
    },
    inlineCharsMax: 500,
    run: ({ text, unique }) => listFound(emailsIn(text), unique),
  }),
  defineTool({
    id: 'extract-urls',
    title: 'Extract URLs',
    summary: 'Lists the web addresses in the text as written, a line each.',
    params: z.object({
      text: textParam(),
      withoutScheme: flagParam('Also takes addresses that do not begin with https:// or the like.', true),
      unique: uniqueParam,
    }),
    example: {
      params: { text: 'See https://example.com/a(b), or www.example.org.' },
      result: 'https://example.com/a(b)\nwww.example.org',
    },
    inlineCharsMax: 500,
    run: ({ text, withoutScheme, unique }) => listFound(urlsIn(text, withoutScheme), unique),
  }),
  defineTool({
    id: 'extract-domains',
    summary: 'Lists the host names of web and email addresses, in small letters, a line each.',
    params: z.object({ text: textParam(), unique: uniqueParam }),
    example: {
      params: { text: 'https://Shop.Example.co.uk/x, me@example.com' },
      result: 'shop.example.co.uk\nexample.com',
    },
    inlineCharsMax: 500,
    run: ({ text, unique }) => listFound(domainsIn(text), unique),
  }),
  defineTool({
    id: 'extract-ips',
    title: 'Extract IP addresses',
    summary: 'Lists the IPv4 and IPv6 addresses in the text, a line each.',
    params: z.object({
      text: textParam(),
      withRanges: flagParam('Keeps the length of a range, as in 10.0.0.0/8.'),
      unique: uniqueParam,
    }),
    example: {
      params: { text: 'from 192.0.2.7:443 to [2001:db8::1], not 1.2.3.400' },
      result: '192.0.2.7\n2001:db8::1',
    },
    inlineCharsMax: 500,
    run: ({ text, withRanges, unique }) => {
      const candidates = text.replaceAll(portOrName, ' ').match(ipCandidate) ?? [];
      const addresses = candidates.map((candidate) => normalAddress(candidate, withRanges));
      return listFound(
        addresses.filter((address) => address !== undefined),
        unique,
      );
    },
  }),
];
