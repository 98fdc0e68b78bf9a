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
  const name = words.map((word) => shortNames[word.toLowerCase()] ?? word).join(' ');
  if (/(?:^| )header(?: |$)/i.test(name)) return headerOf(name);
  const [, measure, of] = measures.exec(name) ?? [];
  if (of !== undefined) return { kind: /^sum/i.test(measure ?? '') ? 'sum' : 'count', words: of };
  if (words.some((word) => unresolvableWords.has(word.toLowerCase()))) return null;
  // "The value of the field status" and "the status field" name status.
  const plain = name
    .replace(/^value of /i, '')
    .replace(/^field (?=.)|(?<=.) (?:field|checkbox|box|answer|input)$/i, '');
  const isOne = /^an?$/.test(lowerAt(tokens, 0));
  // "Status of order" → "order status".
  const owned = plain.split(/ of /i).toReversed().join(' ');
  return { kind: 'field', words: owned, ...(isOne && { isOne: true }) };
}

const measures = /^(number of|count of|how many|sum of) (.+)$/i;
/** Short names that no sender uses. */
const shortNames: Readonly<Record<string, string>> = { pr: 'pull request', mr: 'merge request' };

/** "Header X-Topic", "the X-Topic request header"; of several words no header's name is made. */
function headerOf(name: string): Field | null {
  const [, before, after] =
    /^(?:(?:request |http )?header (?:named |called )?([\w-]+)|([\w-]+)(?: request| http)? header)$/i.exec(
      name,
    ) ?? [];
  const header = before ?? after;
  return header === undefined ? null : { kind: 'header', name: header.toLowerCase() };
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
