import { domainToASCII } from 'node:url';

export interface EmailAddress {
  /** As typed, trimmed. */
  readonly address: string;
  /** Lower case with an ASCII domain: two spellings of one address have the same identity. */
  readonly identity: string;
  /** ASCII, lower case. */
  readonly domain: string;
}

const bytesMax = 254;
const localBytesMax = 64;
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Refused before the domain is converted: the conversion would decode `%61` and accept numbers as addresses. */
const domainAsTyped = /^[\p{L}\p{M}\p{N}.。-]+$/u;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** One address such as `ada@example.com`, international domains included; anything else is undefined. */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  if (text.length > 4 * bytesMax || /[\r\n\u2028\u2029]/.test(text)) return undefined;
  const address = text.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, at);
  const typedDomain = address.slice(at + 1);
  if (at < 1 || !local.test(localPart) || !domainAsTyped.test(typedDomain)) return undefined;
  const domain = domainToASCII(typedDomain).toLowerCase();
  const identity = `${localPart.toLowerCase()}@${domain}`;
  const fits =
    Buffer.byteLength(localPart) <= localBytesMax &&
    Buffer.byteLength(identity) <= bytesMax &&
    Buffer.byteLength(address) <= bytesMax;
  return fits && isMailDomain(domain) ? { address, identity, domain } : undefined;
}

/** An address that every mail server takes: its local part is ASCII. `identity` is how it is compared and sent to. */
export function parseMailbox(text: string): EmailAddress | undefined {
  const parsed = parseEmailAddress(text);
  return parsed !== undefined && /^[\x21-\x7e]+$/.test(parsed.identity) ? parsed : undefined;
}

function isMailDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((part) => label.test(part)) && /^[a-z][a-z0-9-]+$/.test(top);
}
