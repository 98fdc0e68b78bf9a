import { lowerAt, type Token } from '../language/token.ts';

/**
 * Sentences are matched as a line in which a blank is behind every word, and quotations, JSON, addresses and
 * placeholders are marks such as `«text» `. A phrase matches all of it: no word is passed over.
 */
const lineOf = (tokens: readonly Token[]): string => tokens.map((token) => `${wordOf(token)} `).join('');

/** No word has these quotation marks in it: the tokenizer ends it before them. */
const wordOf = ({ kind, lower }: Token): string => (lower === '' || kind === 'url' ? `«${kind}»` : lower);

/** Any of some words, which are given with blanks between them. */
export const oneOf = (words: string): string =>
  `(?:${words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '|')}) `;
/** Any number of some words, none included. */
export const anyOf = (words: string): string => `(?:${oneOf(words)})*`;
export const maybe = (pattern: string): string => `(?:${pattern})?`;
/** Words that are read by another reader: at least one. */
export const slot = (name: string, pattern = '(?:\\S+ )+'): string => `(?<${name}>${pattern})`;

export const phrase = (...patterns: readonly string[]): RegExp => new RegExp(`^${patterns.join('')}$`, 'd');

/** Matches tokens with a phrase: what each slot holds, and nothing in one that took no part; null where it does not match. */
export function match(
  tokens: readonly Token[],
  pattern: RegExp,
): Readonly<Record<string, readonly Token[]>> | null {
  const found = pattern.exec(lineOf(tokens));
  if (found === null) return null;
  const starts = startsOf(tokens);
  return Object.fromEntries(
    Object.entries(found.indices?.groups ?? {}).map(([name, range]) => [
      name,
      tokens.filter((_, index) => {
        const start = starts[index] ?? 0;
        return range !== undefined && start >= range[0] && start < range[1];
      }),
    ]),
  );
}

/** What is before and behind each place where a pattern (flag `g`) is found, and what its groups matched there. */
export function cutsOf(tokens: readonly Token[], pattern: RegExp) {
  const starts = [...startsOf(tokens), lineOf(tokens).length];
  return [...lineOf(tokens).matchAll(pattern)].map(({ 0: found, index, groups = {} }) => {
    const at = starts.indexOf(index);
    return {
      at,
      groups,
      before: tokens.slice(0, at),
      after: tokens.slice(starts.indexOf(index + found.length)),
    };
  });
}

function startsOf(tokens: readonly Token[]): readonly number[] {
  let at = 0;
  return tokens.map((token) => {
    const start = at;
    at += wordOf(token).length + 1;
    return start;
  });
}

export const isPhrase = (tokens: readonly Token[], pattern: RegExp): boolean => pattern.test(lineOf(tokens));

/** The parts of a list with commas and "and"; an empty one where a joint joins nothing. */
export function splitList(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  tokens.forEach((token, index) => {
    if (token.lower !== ',' && token.lower !== 'and') parts.at(-1)?.push(token);
    // ", and" is one joint.
    else if (!(token.lower === 'and' && lowerAt(tokens, index - 1) === ',')) parts.push([]);
  });
  return parts;
}

const piecesMax = 24;

/**
 * Cuts tokens at some of the places where a piece may start, so that each piece is read as a whole: the shortest first.
 * Null where there is no such way.
 */
export function readPieces<T>(
  tokens: readonly Token[],
  cuts: readonly { readonly at: number }[],
  read: (piece: readonly Token[]) => T | null,
): readonly T[] | null {
  if (cuts.length > piecesMax) return null;
  const known = new Map<number, readonly T[] | null>([[tokens.length, []]]);
  const from = (start: number): readonly T[] | null => {
    const cached = known.get(start);
    if (cached !== undefined) return cached;
    const ends = [...cuts.map(({ at }) => at).filter((at) => at > start), tokens.length];
    let found: readonly T[] | null = null;
    for (const end of ends) {
      const piece = read(tokens.slice(start, end));
      const rest = piece === null ? null : from(end);
      if (piece !== null && rest !== null) {
        found = [piece, ...rest];
        break;
      }
    }
    known.set(start, found);
    return found;
  };
  return from(0);
}
