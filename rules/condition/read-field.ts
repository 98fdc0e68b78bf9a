import { articles, frameWords, phraseWords, unresolvableWords, wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { Field } from './condition-tree.ts';

const wordsMax = 8;
const bodyNames = new Set([
  'body',
  'body text',
  'text body',
  'whole body',
  'request body',
  'payload',
  'whole payload',
  'delivery',
  'text',
  'message',
  'whole text',
]);

/**
 * The field that some words name: "the order's status", "status of the order", "items[].sku", "header X-Topic",
 * "the body text", "the number of items". Null for anything that is not a name.
 */
export function readField(tokens: readonly Token[]): Field | null {
  const words = nameWords(tokens);
  if (words === null) return null;
  const header = headerOf(words);
  if (header !== null) return header;
  const counted =
    after(words, ['number', 'of']) ?? after(words, ['count', 'of']) ?? after(words, ['how', 'many']);
  if (counted !== null) return { kind: 'count', words: join(counted) };
  const summed = after(words, ['sum', 'of']);
  if (summed !== null) return { kind: 'sum', words: join(summed) };
  if (words.some((word) => unresolvableWords.has(word.toLowerCase()))) return null;
  const plain = withoutNouns(words);
  if (plain.length === 0) return null;
  const isOne = /^an?$/.test(lowerAt(tokens, 0));
  return {
    kind: 'field',
    words: join(ownerFirst(plain)),
    ...(isOne && { isOne: true }),
  };
}

/** True for a name that means the body itself where the delivery has no such field. */
export const isBodyName = (words: string): boolean => bodyNames.has(words.toLowerCase());

function nameWords(tokens: readonly Token[]): readonly string[] | null {
  if (tokens.length === 0 || tokens.length > wordsMax) return null;
  // "created at" and "paid by" end in what would break a name elsewhere.
  const last = tokens.at(-1)?.lower ?? '';
  if (last === 'of') return nameWords(tokens.slice(0, -1));
  const parts = tokens.length > 1 && /^(?:at|on|by)$/.test(last) ? tokens.slice(0, -1) : tokens;
  // "From" is a field of messages, "workflow run" a thing.
  const named = parts.filter(
    ({ lower }, index) =>
      !(index === 0 && isFromField(parts) && /^(?:from|to)$/.test(lower)) && !(index > 0 && lower === 'run'),
  );
  if (!named.every(isNamePart)) return null;
  if (parts.some(({ lower }) => countingWords.has(lower))) return null;
  // A quotation is a name by itself, or none.
  const spoken = tokens.filter(({ lower }) => !articles.has(lower));
  if (spoken.length > 1 && spoken.some(({ kind }) => kind === 'text')) return null;
  const words = tokens
    .flatMap(({ kind, text }) => (kind === 'placeholder' ? text.split(/\s+/) : [text]))
    .map((word) => word.replace(/['’]s$/, ''))
    .filter((word) => word !== '');
  const kept = words.filter((word) => !articles.has(word.toLowerCase()));
  return kept.length === 0 ? null : kept;
}

/** "From" and "from email"; "from Germany" says where. */
const isFromField = ([, second, ...rest]: readonly Token[]): boolean =>
  rest.length === 0 && second?.text === second?.lower;

/** They compare: "reading value over 5" names no field with the word "over". */
const operatorWords = wordSet(
  'over above under below between exceeds contains equals whether including excluding before after during within',
);
/** "Exactly one label" is no label: these words say how many. */
const countingWords = wordSet('exactly just single both one two three none no');

const isNamePart = ({ kind, lower, text }: Token): boolean =>
  kind === 'placeholder' ||
  kind === 'number' ||
  (kind === 'text' && quotedName.test(text)) ||
  (kind === 'word' &&
    /[\p{L}\p{N}]/u.test(text) &&
    !frameWords.has(lower) &&
    !phraseWords.has(lower) &&
    !operatorWords.has(lower));

const quotedName = /^[^\s{}]+(?: [^\s{}]+){0,3}$/;

function headerOf(words: readonly string[]): Field | null {
  const index = words.findIndex((word) => word.toLowerCase() === 'header');
  if (index === -1) return null;
  const others = words.filter(
    (word, at) => at !== index && !['request', 'http', 'named', 'called'].includes(word),
  );
  const [name] = others;
  return others.length === 1 && name !== undefined && /^[\w-]+$/.test(name)
    ? { kind: 'header', name: name.toLowerCase() }
    : null;
}

function after(words: readonly string[], start: readonly string[]): readonly string[] | null {
  const isStart = start.every((word, index) => words[index]?.toLowerCase() === word);
  return isStart && words.length > start.length ? words.slice(start.length) : null;
}

/** "the value of the field status" and "the status field" name status. */
function withoutNouns(words: readonly string[]): readonly string[] {
  const rest = after(words, ['value', 'of']) ?? words;
  const [first, ...others] = rest;
  if (others.length > 0 && first?.toLowerCase() === 'field') return others;
  return rest.length > 1 && /^(?:field|checkbox|box|answer|input)$/i.test(rest.at(-1) ?? '')
    ? rest.slice(0, -1)
    : rest;
}

/** "status of order" → "order status". */
function ownerFirst(words: readonly string[]): readonly string[] {
  const index = words.findIndex((word) => word.toLowerCase() === 'of');
  if (index <= 0 || index === words.length - 1) return words;
  return [...ownerFirst(words.slice(index + 1)), ...words.slice(0, index)];
}

/** Short names that no sender uses. */
const shortNames: Readonly<Record<string, string>> = { pr: 'pull request', mr: 'merge request' };

const join = (words: readonly string[]): string =>
  words.map((word) => shortNames[word.toLowerCase()] ?? word).join(' ');
