import { isIPv4 } from 'node:net';
import type { Span } from './matches.ts';

const localCharsMax = 64;
const domainCharsMax = 254;
/** Letters of any script (RFC 6531). */
const localCharacter = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]$/u;
const domainHead =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}){1,10}(?![\p{L}\p{M}\p{N}@])/u;
/** Quotes, brackets and separators around an address are none of it. */
const notAtStart = /^[!#$%&'*/=?^`{|}~.]+/;
const eastAsian = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
/** Such texts have no blanks between words: 写信给ada@example.com谢谢 */
const eastAsianHead = new RegExp(`^${eastAsian}+(?=[\\w.+-]+$)`, 'u');
const eastAsianTail = new RegExp(`(?<=\\.[a-zA-Z]{2,63})${eastAsian}+$`, 'u');

/** The local part that ends at `at`, or nothing. */
function localBefore(text: string, from: number, at: number): string {
  const before = Array.from(text.slice(Math.max(from, at - 2 * localCharsMax), at));
  const start = before.findLastIndex((character) => !localCharacter.test(character)) + 1;
  const local = before.slice(start).join('').replace(notAtStart, '').replace(eastAsianHead, '');
  return local.length > localCharsMax || local.endsWith('.') || local.includes('..') ? '' : local;
}

/** Whether `at` follows the name of a user in a URL. */
function isUserInfo(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const scheme = before.lastIndexOf('://');
  return scheme !== -1 && !/[\s/]/.test(before.slice(scheme + 3));
}

function domainAfter(text: string, at: number): string {
  const written = domainHead.exec(text.slice(at + 1, at + 2 + domainCharsMax))?.[0] ?? '';
  if (written === '') return '';
  const domain = written.replace(eastAsianTail, '');
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  if (isIPv4(domain)) return domain;
  return last.length < 2 || /^\d+$/.test(last) || /-(?:\.|$)/.test(domain) ? '' : domain;
}

/** Email addresses from left to right, in any script; the name in a URL (https://name@host/) is none. */
export function* findEmails(text: string): Generator<Span> {
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const domain = domainAfter(text, at);
    if (domain === '' || isUserInfo(text, at)) continue;
    const local = localBefore(text, from, at);
    if (local === '') continue;
    const end = at + 1 + domain.length;
    yield { start: at - local.length, end };
    from = end;
  }
}
