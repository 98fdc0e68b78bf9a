import { plainAddress } from './address-text.ts';

export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. Throws an Error that names the text where it is neither. */
export function parseRange(text: string): AddressRange {
  const [, address = '', prefixText] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const plain = plainAddress(address);
  const bits = plain?.family === 'ipv4' ? 32 : 128;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (plain === undefined || prefix > bits || (address !== plain.text && prefixText !== undefined)) {
    throw new Error(
      `EGRESS_ALLOW_ADDRESSES: ${JSON.stringify(text)} is not a range such as 127.0.0.0/8 or ::1/128.`,
    );
  }
  return { address: plain.text, prefix, family: plain.family };
}
