import { isUtf8 } from 'node:buffer';

import { loopHeader } from './loop.ts';
import { hasControlSpaceOrBackslash, hasUserinfo } from './url-text.ts';

/**
 * Names of headers that hold a credential, a session or a signature over the body. Not every "key" is one: `X-Event-Key`
 * names an event, `Idempotency-Key` a repeat.
 */
const secretName = new RegExp(
  [
    'authori[sz]ation|authenticat|(?:^|-)auth(?:-|$)|credential|passw|passphrase|secret|token|jwt',
    '(?:api|access|account|functions|license|master|private|shared|subscription)-?key|client-cert',
    'cookie|session|signature|(?:^|-)sig(?:-|$)|hmac',
    // Signatures by another name: of Trello, Flutterwave, Plaid and Airtable.
    '^x-trello-webhook$|^verif-hash$|^plaid-verification$|^x-airtable-content-mac$',
  ].join('|'),
  'i',
);

/** Whether a header of this name is never shown: it may hold a credential, or is what ends loops. */
export const isSecretHeader = (name: string): boolean =>
  secretName.test(name) || name.toLowerCase() === loopHeader.toLowerCase();

/** The headers of a delivery without credentials and signatures, with which a reader could pose as the sender. */
export function withoutSecretHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || isSecretHeader(name)
      ? []
      : [[name, headerText(typeof value === 'string' ? value : value.join(', '))]],
  );
  return Object.fromEntries(kept);
}

const referenceCharsMax = 1_000;
const urlCharsMax = 2_048;

export interface Reference {
  readonly reference: string | null;
  readonly referenceUrl: string | null;
}

/**
 * The subject of a delivery, for people: a name, and a link that a browser may safely follow. If the headers do not have
 * it, `ofSender` does.
 */
export function referenceOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ofSender: Reference = { reference: null, referenceUrl: null },
): Reference {
  const reference = textOf(headers['x-service-reference']) ?? ofSender.reference;
  const url = textOf(headers['x-service-reference-url']) ?? ofSender.referenceUrl;
  return {
    reference: (reference && keptReference(reference)) || null,
    referenceUrl: url !== null && isSafeLink(url) ? url : null,
  };
}

/** A reference as it is kept, and so as it is looked up. */
export const keptReference = (text: string): string =>
  text.replaceAll(bidiControl, '').slice(0, referenceCharsMax);

/** Make a text read in another order than it is written in. */
const bidiControl = /[\u202a-\u202e\u2066-\u2069]/g;

/** Leads where it says: no user name that looks like the host, no invisible character. */
const isSafeLink = (url: string): boolean =>
  url.length <= urlCharsMax &&
  /^https?:/i.test(url) &&
  !hasUserinfo(url) &&
  !hasControlSpaceOrBackslash(url) &&
  !/\p{Cf}/u.test(url) &&
  URL.canParse(url);

function textOf(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? headerText(value) : null;
}

/** A header as its sender meant it: Node reads bytes as Latin-1, and most senders write UTF-8. */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
