import { isIP } from 'node:net';

import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

interface Range {
  readonly network: Address;
  readonly prefixBits: number;
}

/** The addresses that a request may go to. */
export interface AddressRule {
  readonly isAllowed: (address: string) => boolean;
  /** Whether plain http may carry a credential there: a loopback address that the operator opened. */
  readonly isOpenedLoopback: (address: string) => boolean;
  readonly opensLoopback: boolean;
}

const range = (network: string, prefixBits: number): Range => ({
  network: ipaddr.parse(network),
  prefixBits,
});

/** The part of IPv6 that is in use: ipaddr.js also calls unassigned addresses `unicast`. */
const assignedIpv6 = range('2000::', 3);

/** Metadata services of clouds: `unicast` to ipaddr.js, or in a range that an operator may open. */
const metadata = ['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map(
  (address) => ipaddr.parse(address).toString(),
);

/** Kinds of address that no setting opens. */
const neverOpened: readonly string[] = ['linkLocal', 'multicast', 'unspecified', 'broadcast'];

/** NAT64, translated and compatible IPv6: a gateway takes the IPv4 address out of the last four bytes. */
const ipv4InTail = [range('64:ff9b::', 96), range('::ffff:0:0:0', 96), range('::', 96)];
const sixToFour = range('2002::', 16);

const cachedMax = 1000;

/** An address; a mapped one (`::ffff:…`) is its IPv4. Undefined for a text that is none, or that has a zone. */
function parseAddress(text: string): Address | undefined {
  const family = text.includes('%') ? 0 : isIP(text);
  if (family === 0) return undefined;
  // In hexadecimal first: ipaddr.js takes `::192.0.2.1` for mapped, which it is not.
  return ipaddr.process(family === 4 ? text : new URL(`http://[${text}]/`).hostname.slice(1, -1));
}

/** One text for every spelling of an address; undefined where it is none. */
export const canonicalAddress = (text: string): string | undefined =>
  isIP(text) === 4 ? text : parseAddress(text)?.toString();

/** Whether an address belongs to the public internet. Anything that is not clearly public is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
}

/** Whether an address is of this machine alone, in any spelling. */
export const isLoopbackAddress = (text: string): boolean => parseAddress(text)?.range() === 'loopback';

/**
 * Public addresses, and what the operator opened. Ranges such as `127.0.0.0/8` or single addresses; throws an Error
 * that names a range which is none. Link-local, metadata, multicast and unspecified addresses stay closed.
 */
export function createAddressRule(openedRanges: readonly string[]): AddressRule {
  const opened = openedRanges.map(parseRange);

  function isOpened(address: Address): boolean {
    if (!opened.some((one) => isIn(address, one)) || isNeverOpened(address)) return false;
    const inside = embeddedIpv4(address);
    return inside === undefined || isPublic(inside) || isOpened(inside);
  }

  function accepts(text: string, judge: (address: Address) => boolean): boolean {
    const address = parseAddress(text);
    return address !== undefined && judge(address);
  }

  return {
    isAllowed: cached((text) => accepts(text, (address) => isPublic(address) || isOpened(address))),
    isOpenedLoopback: cached((text) => accepts(text, (address) => isLoopback(address) && isOpened(address))),
    opensLoopback:
      ['127.0.0.1', '::1'].some((text) => accepts(text, isOpened)) ||
      opened.some(({ network }) => isLoopback(network)),
  };
}

/** Caches the verdict for each text: agents use few addresses, each of them often. */
function cached(judge: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (text) => {
    const known = verdicts.get(text);
    if (known !== undefined) return known;
    if (verdicts.size >= cachedMax) verdicts.clear();
    const verdict = judge(text);
    verdicts.set(text, verdict);
    return verdict;
  };
}

const isLoopback = (address: Address) => address.range() === 'loopback';

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || metadata.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || isIn(address, assignedIpv6);
}

const isNeverOpened = (address: Address) =>
  neverOpened.includes(address.range()) || metadata.includes(address.toString());

/** The IPv4 address that a gateway would take out of an IPv6 one. */
function embeddedIpv4(address: Address): Address | undefined {
  if (isLoopback(address)) return undefined;
  const bytes = address.toByteArray();
  if (isIn(address, sixToFour)) return ipaddr.fromByteArray(bytes.slice(2, 6));
  const hasTail = ipv4InTail.some((one) => isIn(address, one));
  return hasTail ? ipaddr.fromByteArray(bytes.slice(12)) : undefined;
}

/** An address is only in a range of its own family. */
function isIn(address: Address, { network, prefixBits }: Range): boolean {
  return address.kind() === network.kind() && address.match(network, prefixBits);
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. Throws an Error that names the text where it is neither. */
function parseRange(text: string): Range {
  const [, address = '', prefixText] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const network = parseAddress(address);
  const bits = network?.kind() === 'ipv4' ? 32 : 128;
  const prefixBits = prefixText === undefined ? bits : Number(prefixText);
  // The prefix of a mapped address counts bits that its IPv4 does not have.
  const isMapped = network?.kind() === 'ipv4' && address.includes(':');
  if (network === undefined || prefixBits > bits || (isMapped && prefixText !== undefined)) {
    const sentence = 'is not a range such as 127.0.0.0/8 or ::1/128.';
    throw new Error(`EGRESS_ALLOW_ADDRESSES: ${JSON.stringify(text)} ${sentence}`);
  }
  return { network, prefixBits };
}
