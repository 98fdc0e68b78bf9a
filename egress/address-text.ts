import { isIP } from 'node:net';

/** The eight groups of an IPv6 address without zone, written in any form. */
function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [parse(head), parse(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

const startsWith = (groups: readonly number[], prefix: readonly number[]) =>
  prefix.every((group, index) => groups[index] === group);

/** An address as one of the two families; a mapped one (`::ffff:…`) is its IPv4. Undefined where it is no address. */
export function plainAddress(
  address: string,
): { readonly text: string; readonly family: 'ipv4' | 'ipv6' } | undefined {
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return { text: address, family: 'ipv4' };
  const groups = groupsOf(address);
  if (startsWith(groups, [0, 0, 0, 0, 0, 0xffff]))
    return { text: dotted(groups[6], groups[7]), family: 'ipv4' };
  return { text: address, family: 'ipv6' };
}

/** The IPv4 address that a gateway would take out of an IPv6 one: NAT64, 6to4, translated or compatible form. */
export function embeddedIpv4(address: string): string | undefined {
  const groups = groupsOf(address);
  if (startsWith(groups, [0x2002])) return dotted(groups[1], groups[2]);
  const tailForms = [
    [0x64, 0xff9b, 0, 0, 0, 0],
    [0, 0, 0, 0, 0xffff, 0],
    [0, 0, 0, 0, 0, 0],
  ];
  return tailForms.some((prefix) => startsWith(groups, prefix)) ? dotted(groups[6], groups[7]) : undefined;
}
