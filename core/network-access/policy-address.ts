import providers from 'email-providers/all.json' with { type: 'json' };

import { DomainError } from '#domain/domain-error.ts';
import { parseMailbox } from '#domain/email-address.ts';

/** Domains where anyone can have an address, beside those of the package. */
const others =
  'disroot.org duck.com fastmail.com mailfence.com passmail.net posteo.de riseup.net simplelogin.com startmail.com tuta.com tuta.io tutanota.com tutanota.de zohomail.com zohomail.eu'.split(
    ' ',
  );
const sharedDomains = new Set([...providers, ...others]);
// It is of nobody (RFC 2606), and on the list of the package.
sharedDomains.delete('example.com');

function refuse(
  reason: string,
  hint = 'Enter an address such as ada@example.com, or @example.com for all of a domain.',
): never {
  throw new DomainError('INVALID_DOMAIN', `address ${reason}`, { field: 'address', hint });
}

/** The stored form of what an owner entered: an address, or `@` and a domain. Throws DomainError INVALID_DOMAIN. */
export function parsePolicyAddress(input: unknown): string {
  if (typeof input !== 'string') return refuse('must be a string such as ada@example.com.');
  const isWhole = input.trim().startsWith('@');
  const mailbox = parseMailbox(isWhole ? `any${input.trim()}` : input);
  if (mailbox === undefined) return refuse('is not one e-mail address, or @ and a domain.');
  const { domain, identity } = mailbox;
  if (!isWhole) return identity;
  if (!sharedDomains.has(domain)) return `@${domain}`;
  return refuse(
    `@${domain} is too wide: anyone can have an address there.`,
    'Allow each address on its own.',
  );
}
