import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { isIpAddress } from './patterns/ip-address.ts';

const rangeParam = z
  .string()
  .min(1)
  .max(100)
  .describe('An address with the length of its prefix, such as 10.0.0.0/24.');
const expandParam = rangeParam.describe(
  'An address with the length of its prefix, such as 10.0.0.0/24, or the first and the last, such as 10.0.0.5-10.0.0.7.',
);

interface Range {
  readonly version: 4 | 6;
  readonly bits: number;
  readonly prefix: number;
  readonly first: bigint;
  readonly last: bigint;
  readonly address: bigint;
}

function numberOf(bytes: readonly number[]): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function addressText(value: bigint, version: 4 | 6): string {
  const count = version === 4 ? 4 : 16;
  const bytes = Array.from({ length: count }, (_, at) =>
    Number((value >> BigInt(8 * (count - 1 - at))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

function readRange(text: string): Range {
  const [written = '', length, ...more] = text.trim().split('/');
  if (!isIpAddress(written) || more.length > 0)
    throw invalid('text is no IP address or range in CIDR notation.');
  const parsed = ipaddr.parse(written);
  const version = parsed.kind() === 'ipv4' ? 4 : 6;
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (prefix < 0 || prefix > bits) throw invalid(`text has a prefix that is not 0 to ${bits}.`);
  const address = numberOf(parsed.toByteArray());
  const hostMask = (1n << BigInt(bits - prefix)) - 1n;
  return { version, bits, prefix, address, first: address & ~hostMask, last: address | hostMask };
}

function describeRange(text: string): string {
  const { version, bits, prefix, first, last, address } = readRange(text);
  const mask = ((1n << BigInt(prefix)) - 1n) << BigInt(bits - prefix);
  const hasHosts = version === 4 && prefix < 31;
  return jsonText({
    version,
    address: addressText(address, version),
    network: `${addressText(first, version)}/${prefix}`,
    first: addressText(first, version),
    last: addressText(last, version),
    ...(version === 4 && { netmask: addressText(mask, 4), broadcast: addressText(last, 4) }),
    firstHost: addressText(hasHosts ? first + 1n : first, version),
    lastHost: addressText(hasHosts ? last - 1n : last, version),
    addresses: String(last - first + 1n),
    kind: ipaddr.parse(addressText(address, version)).range(),
  });
}

/** Two addresses with a hyphen between them; of the last its last part is enough, as in 10.0.0.5-7. */
function readEnds(text: string): Pick<Range, 'version' | 'first' | 'last'> {
  const [from = '', to, ...more] = text.split('-').map((part) => part.trim());
  if (to === undefined) return readRange(text);
  const start = readRange(from);
  const end = readRange(/^\d{1,3}$/.test(to) ? from.replace(/\d+$/, to) : to);
  const areAddresses = !text.includes('/') && more.length === 0;
  if (!areAddresses || start.version !== end.version || end.first < start.first)
    throw invalid('text is no range: write the first and the last address of one kind, the lower one first.');
  return { version: start.version, first: start.first, last: end.last };
}

function expandRange(text: string, max: number): string {
  const { version, first, last } = readEnds(text);
  if (last - first + 1n > BigInt(max))
    throw invalid(`text has ${last - first + 1n} addresses, more than max (${max}).`);
  return Array.from({ length: Number(last - first) + 1 }, (_, at) =>
    addressText(first + BigInt(at), version),
  ).join('\n');
}

/** Every usual way to write an address. */
function formsOf(text: string): string {
  const { version, address } = readRange(text);
  const hex = address.toString(16).padStart(version === 4 ? 8 : 32, '0');
  const mapped = ipaddr.parse(addressText(address, version));
  const six = mapped instanceof ipaddr.IPv4 ? mapped.toIPv4MappedAddress() : (mapped as ipaddr.IPv6);
  return jsonText({
    version,
    short: addressText(address, version),
    ...(version === 6 && { long: hex.match(/.{4}/g)?.join(':') }),
    ...(version === 4 && { ipv6Mapped: six.toRFC5952String() }),
    decimal: String(address),
    hex: `0x${hex}`,
    reverseName:
      version === 4
        ? `${addressText(address, 4).split('.').toReversed().join('.')}.in-addr.arpa`
        : `${Array.from(hex).toReversed().join('.')}.ip6.arpa`,
  });
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'cidr-info',
    title: 'Describe IP range',
    summary:
      'Gives network, mask, first and last address of an IPv4 or IPv6 range, and what it is for; gives JSON.',
    params: z.object({ text: rangeParam }),
    example: {
      params: { text: '192.168.1.37/26' },
      result:
        '{\n  "version": 4,\n  "address": "192.168.1.37",\n  "network": "192.168.1.0/26",\n  "first": "192.168.1.0",\n  "last": "192.168.1.63",\n  "netmask": "255.255.255.192",\n  "broadcast": "192.168.1.63",\n  "firstHost": "192.168.1.1",\n  "lastHost": "192.168.1.62",\n  "addresses": "64",\n  "kind": "private"\n}',
    },
    run: ({ text }) => describeRange(text),
  }),
  defineTool({
    id: 'ip-range-expand',
    title: 'List addresses of range',
    summary: 'Lists every address of an IP range, a line each.',
    params: z.object({ text: expandParam, max: integerParam('How many at most.', 1, 10_000, 1_024) }),
    example: { params: { text: '10.0.0.0/30' }, result: '10.0.0.0\n10.0.0.1\n10.0.0.2\n10.0.0.3' },
    run: ({ text, max }) => expandRange(text, max),
  }),
  defineQuickTool({
    id: 'ip-convert',
    title: 'Forms of IP address',
    summary:
      'Writes an IP address as decimal, hexadecimal, long, mapped and as name for reverse look-up; gives JSON.',
    params: z.object({ text: z.string().min(1).max(100).describe('The address.') }),
    example: {
      params: { text: '192.0.2.1' },
      result:
        '{\n  "version": 4,\n  "short": "192.0.2.1",\n  "ipv6Mapped": "::ffff:c000:201",\n  "decimal": "3221225985",\n  "hex": "0xc0000201",\n  "reverseName": "1.2.0.192.in-addr.arpa"\n}',
    },
    run: ({ text }) => formsOf(text),
  }),
];
