import { parseJson } from '../../domain/json-value.ts';
import { articles } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { JsonTemplate, Pair } from './program.ts';
import { readJsonTemplate, readPlaced, readTemplate, wholeOf } from './read-template.ts';
import { bodyWords } from './vocabulary.ts';

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** `a=1, b={{x}}, id {{y}} and message "Hello"`; null when a part of it is not a pair. */
export function readPairs(tokens: readonly Token[]): readonly Pair[] | null {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < tokens.length) {
    const pair = readPair(tokens, at);
    if (pair === null || pair.pair.name === '') return null;
    pairs.push(pair.pair);
    at = pair.end;
    if (at === tokens.length) break;
    const joint = at;
    if (lowerAt(tokens, at) === ',') at += 1;
    if (lowerAt(tokens, at) === 'and') at += 1;
    if (at === joint || at === tokens.length) return null;
  }
  return pairs.length === 0 ? null : pairs;
}

function readPair(
  tokens: readonly Token[],
  from: number,
): { readonly pair: Pair; readonly end: number } | null {
  const isArticle = articles.has(lowerAt(tokens, from)) && !isJoint(tokens[from + 1]);
  const at = isArticle ? from + 1 : from;
  const name = tokens[at];
  if (name === undefined || (name.kind !== 'word' && name.kind !== 'text')) return null;
  const isBodyWord = bodyWords.has(name.lower) && name.lower !== 'text' && name.lower !== 'content';
  if (isJoint(tokens[at + 1])) {
    const value = isBodyWord ? null : readValue(tokens[at + 2]);
    return value === null ? null : { pair: { name: name.text, value }, end: at + 3 };
  }
  const next = tokens[at + 1]?.kind;
  const isPlaced = next === 'placeholder' && !listWords.has(name.lower);
  const isQuoted = (next === 'text' || isPlaced) && name.kind === 'word' && !isBodyWord;
  const value = isQuoted && name.lower !== 'body' ? readValue(tokens[at + 1]) : null;
  return value === null ? null : { pair: { name: name.text, value }, end: at + 2 };
}

/** "With the fields {{a}} and {{b}}" gives them no name. */
const listWords = new Set(['fields', 'field', 'values', 'following', 'keys', 'members']);

const isJoint = (token: Token | undefined): boolean => token?.lower === '=' || token?.lower === ':';

function readValue(token: Token | undefined): JsonTemplate | null {
  if (token === undefined) return null;
  switch (token.kind) {
    case 'text': {
      const template = readTemplate(token.text);
      return template === null ? null : { kind: 'text', template };
    }
    case 'placeholder': {
      const placed = readPlaced(token.text);
      return placed === null ? null : wholeOf(placed);
    }
    case 'json':
      return readJsonTemplate(token.text);
    case 'number':
      return readNumber(token.text);
    case 'word':
      return readWord(token);
    case 'url':
      return { kind: 'text', template: [token.text] };
    case 'symbol':
    case 'break':
      return null;
  }
}

/** What would have to be computed, and is no text. */
const computed =
  /^(?:today|now|tomorrow|yesterday|random|uuid|guid|timestamp|empty|blank|date|time|current)$/;

/** What looks like a path is the name of a field as likely as a text. */
function readWord({ text, lower }: Token): JsonTemplate | null {
  const value = literals.get(lower);
  if (value !== undefined) return { kind: 'literal', value };
  return computed.test(lower) || /[[\]<>$%]|^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(text)
    ? null
    : { kind: 'word', text };
}

/** All its digits as written; what is no number in JSON, such as the postal code 01234, is text. */
function readNumber(text: string): JsonTemplate {
  const json = parseJson(text);
  return json === null ? { kind: 'text', template: [text] } : { kind: 'literal', value: json.value };
}
