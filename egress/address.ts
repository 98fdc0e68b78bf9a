import { BlockList } from 'node:net';

import { embeddedIpv4, plainAddress } from './address-text.ts';
import { parseRange } from './address-range.ts';

/** Ranges of IPv4 that are not the public internet. Sources: IANA special-purpose registry, cloud metadata. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

const globalIpv6 = ['2000::/3'];
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Link-local, cloud metadata, multicast, unspecified, broadcast: no setting opens these. */
const neverOpened = [
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.192/32',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fe80::/10',
  'ff00::/8',
];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of ranges.map(parseRange)) list.addSubnet(address, prefix, family);
  return list;
}

const special = listOf([...specialIpv4, ...specialIpv6]);
const global6 = listOf(globalIpv6);
const never = listOf(neverOpened);
const rememberedMax = 1000;
const loopback = listOf(['127.0.0.0/8', '::1/128']);

/** Whether an address belongs to the public internet. Anything that is not clearly public is not. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (plain === undefined || special.check(plain.text, plain.family)) return false;
  return plain.family === 'ipv4' || global6.check(plain.text, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain !== undefined && loopback.check(plain.text, plain.family);
}

/** Which addresses a request may go to. */
export interface AddressRule {
  readonly isAllowed: (address: string) => boolean;
  /** Whether plain http may carry a credential there: a loopback address that the operator opened. */
  readonly isOpenedLoopback: (address: string) => boolean;
  readonly opensLoopback: boolean;
}

/**
 * Public addresses, and what the operator opened. Ranges such as `127.0.0.0/8` or single addresses; throws an Error
 * that names a range which is none. Link-local, metadata, multicast and unspecified addresses stay shut.
 */
export function createAddressRule(openedRanges: readonly string[]): AddressRule {
  const opened = listOf(openedRanges);

  function isOpened(address: string): boolean {
    const plain = plainAddress(address);
    if (plain === undefined || !opened.check(plain.text, plain.family)) return false;
    if (never.check(plain.text, plain.family)) return false;
    const inside = plain.family === 'ipv6' && plain.text !== '::1' ? embeddedIpv4(plain.text) : undefined;
    return inside === undefined || isPublicAddress(inside) || isOpened(inside);
  }

  return {
    isAllowed: remembered((address) => isPublicAddress(address) || isOpened(address)),
    isOpenedLoopback: remembered((address) => isLoopbackAddress(address) && isOpened(address)),
    opensLoopback:
      ['127.0.0.1', '::1'].some(isOpened) || openedRanges.some((range) => isLoopbackAddress(startOf(range))),
  };
}

/** The same verdict for the same text, worked out once: agents ask for few addresses, and each again and again. */
function remembered(judge: (address: string) => boolean): (address: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (address) => {
    const known = verdicts.get(address);
    if (known !== undefined) return known;
    if (verdicts.size >= rememberedMax) verdicts.clear();
    const verdict = judge(address);
    verdicts.set(address, verdict);
    return verdict;
  };
}

const startOf = (range: string) => parseRange(range).address;
