import { findEmails } from './email-addresses.ts';
import { isIpAddress } from './ip-address.ts';
import type { Span } from './matches.ts';
import { findPhoneNumbers } from './phone-numbers.ts';

export const piiKinds = ['email', 'phone', 'card', 'iban', 'ip', 'ssn'] as const;
export type PiiKind = (typeof piiKinds)[number];

function* spansOf(text: string, pattern: RegExp, accepts: (found: string) => boolean): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (accepts(found)) yield { start: index, end: index + found.length };
  }
}

/** The check digit of payment cards (Luhn). */
function isCard(written: string): boolean {
  const digits = written.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** The check digits of bank accounts (ISO 7064, modulo 97). */
function isIban(written: string): boolean {
  const compact = written.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

type Find = (text: string, country: string | undefined) => Iterable<Span> | Promise<Iterable<Span>>;

const finders: Readonly<Record<PiiKind, Find>> = {
  email: findEmails,
  phone: async (text, country) => {
    const found = await findPhoneNumbers(text, country);
    return found.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
  },
  card: (text) => spansOf(text, /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, isCard),
  iban: (text) =>
    spansOf(text, /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g, isIban),
  ip: (text) =>
    spansOf(text, /(?<![\w.:])[\da-fA-F]{0,4}[.:][\da-fA-F.:]{1,60}(?<![.:])(?!\w)/g, isIpAddress),
  ssn: (text) =>
    spansOf(text, /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g, () => true),
};

export interface Finding extends Span {
  readonly kind: PiiKind;
}

/** Personal data from left to right; of two overlapping findings the first is kept. */
export async function findPii(
  text: string,
  kinds: readonly PiiKind[],
  country: string | undefined,
): Promise<readonly Finding[]> {
  const order: readonly PiiKind[] = ['email', 'iban', 'card', 'ssn', 'ip', 'phone'];
  const found: Finding[] = [];
  for (const kind of order.filter((known) => kinds.includes(known))) {
    for (const span of await finders[kind](text, country)) found.push({ ...span, kind });
  }
  const sorted = found.toSorted((a, b) => a.start - b.start || order.indexOf(a.kind) - order.indexOf(b.kind));
  let end = 0;
  return sorted.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}
