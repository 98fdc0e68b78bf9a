import type { Token } from '../language/token.ts';

/**
 * Sentences are matched as a line in which a blank is behind every word, and quotations, JSON, addresses and
 * placeholders are marks such as `<text> `. A pattern matches all of it: no word is passed over.
 */
const lineOf = (tokens: readonly Token[]): string => tokens.map((token) => `${wordOf(token)} `).join('');

/** No word has these brackets in it: the tokenizer ends it before them. */
const wordOf = ({ kind, lower }: Token): string => (lower === '' || kind === 'url' ? `<${kind}>` : lower);

/** The tokens of each named group of a pattern with the flag `d`; null where it does not match. */
export function match(
  tokens: readonly Token[],
  pattern: RegExp,
): Readonly<Partial<Record<string, readonly Token[]>>> | null {
  const line = lineOf(tokens);
  const found = pattern.exec(line);
  if (found === null) return null;
  const wordsBefore = (at: number): number => line.slice(0, at).split(' ').length - 1;
  const groups = Object.entries(found.indices?.groups ?? {});
  return Object.fromEntries(
    groups.map(([name, range]) => [
      name,
      range && tokens.slice(wordsBefore(range[0]), wordsBefore(range[1] + 1)),
    ]),
  );
}

export interface Cut {
  readonly before: readonly Token[];
  readonly joint: string;
  readonly after: readonly Token[];
}

const cutsMax = 24;

/** The places of a joint (a pattern that begins with a word, flag `g`); none where they are too many to try. */
export function cutsOf(tokens: readonly Token[], joint: RegExp): readonly Cut[] {
  const line = ` ${lineOf(tokens)}`;
  const cuts = [...line.matchAll(joint)].map(({ 0: found, index }): Cut => {
    const at = line.slice(0, index + 1).split(' ').length - 2;
    const length = found.trim().split(' ').length;
    return { before: tokens.slice(0, at), joint: found.trim(), after: tokens.slice(at + length) };
  });
  return cuts.length > cutsMax ? [] : cuts;
}

/** The parts of a list with commas and "and"; an empty one where a joint joins nothing. */
export function splitList(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  tokens.forEach(({ lower }, index) => {
    if (lower !== ',' && lower !== 'and') parts.at(-1)?.push(...tokens.slice(index, index + 1));
    else if (lower === ',' || tokens[index - 1]?.lower !== ',') parts.push([]);
  });
  return parts;
}

/** The results, or null where one of them is null. */
export function all<T>(results: readonly (T | null)[]): readonly T[] | null {
  const known = results.filter((result) => result !== null);
  return known.length === results.length ? known : null;
}

/** "a", "a and b", "a, b and c". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
