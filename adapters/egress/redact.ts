import { LRUCache } from 'lru-cache';

import { once } from '#domain/once.ts';
import { secretVariants, type SecretVariant, telltaleVariants } from './secret-variants.ts';
import { unescape, unquoted, withoutBlanks } from './unescape.ts';

interface Redaction {
  readonly text: string;
  /** How many passages were replaced. */
  readonly hits: number;
}

export type Redact = (text: string) => Redaction;

type Range = readonly [start: number, end: number];

const censored = '[redacted]';
// An escape inside an escape inside a string of JSON: deeper nesting than this does not occur by accident.
const unescapeDepthMax = 4;
const base64Character = /[A-Za-z0-9+/_-]/;

/** Lower case without moving a character: outside ASCII, lower case can be longer. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase());
}

function widen(text: string, [start, end]: Range): Range {
  let [first, last] = [start, end];
  if (base64Character.test(text.charAt(first - 1))) first -= 1;
  if (base64Character.test(text.charAt(last))) last += 1;
  while (text.charAt(last) === '=' && last - end < 3) last += 1;
  return [first, last];
}

/** The texts to search for, and the signs that a search is worth it; in most texts it is not. */
interface Needles {
  readonly telltale: readonly string[];
  /** Made when they are first needed. */
  readonly variants: () => readonly SecretVariant[];
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '');

/** Widened only in the original text: what follows a blank is another word. */
const unspaced = ({ telltale, variants }: Needles): Needles => ({
  telltale: telltale.map(withoutSpaces),
  variants: once(() =>
    [...new Set(variants().map(({ text }) => withoutSpaces(text)))].map((text) => ({ text, edge: false })),
  ),
});

function find(text: string, { variants, telltale }: Needles): readonly Range[] {
  const lower = lowerCase(text);
  if (!telltale.some((variant) => lower.includes(variant))) return [];
  return variants().flatMap(({ text: variant, edge }) => {
    const ranges: Range[] = [];
    for (let at = lower.indexOf(variant); at >= 0; at = lower.indexOf(variant, at + variant.length)) {
      const range: Range = [at, at + variant.length];
      ranges.push(edge ? widen(text, range) : range);
    }
    return ranges;
  });
}

/** Base64 is broken into lines in mails and certificates, and lists into columns: a variant may contain blanks. */
function findSpread(text: string, unspacedOf: () => Needles): readonly Range[] {
  if (!/[\n\r]/.test(text)) return [];
  const unspaced = unspacedOf();
  // Nearly every text has none, which is cheaper to see without mapping positions back.
  if (find(withoutSpaces(text), unspaced).length === 0) return [];
  const squeezed = withoutBlanks(text);
  if (squeezed === undefined) return [];
  const { positionOf } = squeezed;
  return find(squeezed.text, unspaced)
    .map(([start, end]): Range => [positionOf(start), positionOf(end - 1) + 1])
    .filter(([start, end]) => /\s/.test(text.slice(start, end)))
    .map((range) => widen(text, range));
}

/** Quoted-printable, where the line break behind a range is not part of it. */
function findQuoted(text: string, findAll: (text: string) => readonly Range[]): readonly Range[] {
  const mail = unquoted(text);
  if (mail === undefined) return [];
  return findAll(mail.text).map(([start, end]) => {
    const last = mail.positionOf(end - 1);
    return [mail.positionOf(start), last + (/^=[0-9a-f]{2}/i.test(text.slice(last, last + 3)) ? 3 : 1)];
  });
}

/** Looks at the text as it is and with its escapes undone, again and again while there are any. */
function findDeep(text: string, all: Needles, unspacedOf: () => Needles): readonly Range[] {
  const findAll = (one: string) => [...find(one, all), ...findSpread(one, unspacedOf)];
  const ranges = [...findAll(text), ...findQuoted(text, findAll)];
  let [current, toOriginal] = [text, (index: number) => index];
  for (let depth = 0; depth < unescapeDepthMax; depth++) {
    const undone = unescape(current);
    if (undone === undefined) break;
    const outer = toOriginal;
    toOriginal = (index) => outer(undone.positionOf(index));
    current = undone.text;
    ranges.push(...findAll(current).map(([start, end]): Range => [toOriginal(start), toOriginal(end)]));
  }
  return ranges;
}

/** Ranges that overlap or touch become one, in order. */
function merge(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

const unchanged: Redact = (text) => ({ text, hits: 0 });
const keptCharsMax = 1_000;

/**
 * {@link createRedact}, kept for a minute after the last call with the same credentials: a run mostly calls with the same again,
 * and the variants of a secret take an eighth of the work of a call. Long ones are left out: their variants have many times their
 * length.
 */
export function createRedactor(): (secrets: readonly string[]) => Redact {
  const inUse = new LRUCache<string, Redact>({
    max: 64,
    ttl: 60_000,
    ttlResolution: 1_000,
    ttlAutopurge: true,
  });
  return (secrets) => {
    const key = JSON.stringify(secrets);
    const redact = inUse.get(key) ?? createRedact(secrets);
    if (key.length <= keptCharsMax) inUse.set(key, redact);
    return redact;
  };
}

/**
 * Replaces every variant of the secrets in a text that a target sent: as they are, escaped, in hex or base64 (once or
 * twice), as a list of bytes or characters, inside a longer text, also broken into lines. Best effort: values below
 * `secretCharsMin` and other transformations, such as reversed or in another alphabet, are not recognised.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const telltale = telltaleVariants(secrets);
  if (telltale.length === 0) return unchanged;
  const needles: Needles = { telltale, variants: once(() => secretVariants(secrets)) };
  const unspacedOf = once(() => unspaced(needles));
  // Undoing escapes makes a text shorter, never longer: one that is too short now holds no secret.
  const charsMin = Math.min(...telltale.map(({ length }) => length));
  return (text) => {
    if (text.length < charsMin) return { text, hits: 0 };
    const ranges = merge(findDeep(text, needles, unspacedOf));
    if (ranges.length === 0) return { text, hits: 0 };
    const kept = ranges.map(([start], index) => text.slice(ranges[index - 1]?.[1] ?? 0, start) + censored);
    return { text: kept.join('') + text.slice(ranges.at(-1)?.[1]), hits: ranges.length };
  };
}
