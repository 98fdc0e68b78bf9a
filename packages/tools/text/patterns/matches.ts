import type { RE2JS } from 're2js';
import { assertOutputFits } from '../../output.ts';
import { invalid } from '../../refuse.ts';

/** A range of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface PatternMatch extends Span {
  /** By number or name; `undefined` if the group did not match. Throws INVALID_REQUEST if the pattern has no such group. */
  readonly group: (group: number | string) => string | undefined;
  /** All groups in order, without the whole match. */
  readonly groups: () => readonly (string | null)[];
}

/** Matches of a caller's pattern from left to right. A match is valid only until the next one is requested. */
export function* findMatches(pattern: RE2JS, text: string): Generator<PatternMatch> {
  const matcher = pattern.matcher(text);
  const count = matcher.groupCount();
  const names = pattern.namedGroups();
  function group(wanted: number | string): string | undefined {
    const exists = typeof wanted === 'number' ? wanted <= count : Object.hasOwn(names, wanted);
    if (!exists) throw invalid(`params.pattern has no group ${wanted}.`);
    return matcher.group(wanted) ?? undefined;
  }
  const groups = () => Array.from({ length: count }, (_, index) => matcher.group(index + 1));
  while (matcher.find()) yield { start: matcher.start(), end: matcher.end(), group, groups };
}

interface LiteralOptions {
  readonly ignoreCase: boolean;
  readonly wholeWord: boolean;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

function isWordAt(text: string, index: number): boolean {
  const isSecondHalf = index > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(index));
  const codePoint = text.codePointAt(isSecondHalf ? index - 1 : index);
  return codePoint !== undefined && wordCharacter.test(String.fromCodePoint(codePoint));
}

/** Lower case at unchanged positions: a letter whose lower-case form differs in length is kept. */
function foldInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join('');
}

/** The occurrences of `find`, without overlaps. */
export function* literalMatches(text: string, find: string, options: LiteralOptions): Generator<Span> {
  const { ignoreCase, wholeWord } = options;
  const searched = ignoreCase ? foldInPlace(text) : text;
  const wanted = ignoreCase ? foldInPlace(find) : find;
  for (let start = searched.indexOf(wanted); start !== -1;) {
    const end = start + wanted.length;
    const isInside = wholeWord && ((start > 0 && isWordAt(text, start - 1)) || isWordAt(text, end));
    if (!isInside) yield { start, end };
    start = searched.indexOf(wanted, isInside ? start + 1 : end);
  }
}

/** Replaces the first `max` matches; throws before the result is too large. */
export function replaceMatches<Match extends Span>(
  text: string,
  matches: Iterable<Match>,
  replace: (match: Match) => string,
  max = Number.POSITIVE_INFINITY,
): string {
  const pieces: string[] = [];
  let chars = 0;
  let position = 0;
  let count = 0;
  for (const match of matches) {
    if (count === max) break;
    count += 1;
    const replacement = replace(match);
    chars += match.start - position + replacement.length;
    assertOutputFits(chars);
    pieces.push(text.slice(position, match.start), replacement);
    position = match.end;
  }
  assertOutputFits(chars + text.length - position);
  return pieces.join('') + text.slice(position);
}

const reference = /\$(?:(\$)|(&)|(\d{1,2})|\{(\w{1,100})\})/g;

/** Expands $1, ${name}, $& and $$; a group that did not match is empty. */
export function expandReplacement(replacement: string): (match: PatternMatch) => string {
  if (!replacement.includes('$')) return () => replacement;
  return (match) =>
    replacement.replaceAll(reference, (_, dollar?: string, whole?: string, number?: string, name = '') => {
      if (dollar !== undefined) return '$';
      if (whole !== undefined) return match.group(0) ?? '';
      if (number !== undefined) return match.group(Number(number)) ?? '';
      return match.group(/^\d+$/.test(name) ? Number(name) : name) ?? '';
    });
}
