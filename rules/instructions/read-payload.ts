import { parseJson } from '../../domain/json-value.ts';
import { articles, wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { JsonTemplate, Pair, Payload } from './program.ts';
import { memberName, readFieldList } from './read-field-list.ts';
import { readJsonTemplate, readPlaceholder, readTemplate } from './read-template.ts';
import { wholeAdjectives, wholeNouns, wholeNounsWithAdjective } from './vocabulary.ts';

const bodyWords = wordSet(
  'json body payload data content object following text plain string of containing with including this : as',
);
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** What a request carries: a JSON literal, the whole delivery, a summary, a text, `a=1, b={{x}}`, or fields by name. */
export function readPayload(tokens: readonly Token[], encoding: 'json' | 'form'): Payload | null {
  if (isWhole(tokens)) return { kind: 'whole' };
  if (isSummary(tokens)) return { kind: 'summary' };
  const pairs = readPairs(tokens);
  if (pairs !== null) return { kind: 'pairs', pairs, encoding };
  const content = withoutBodyWords(tokens);
  const [only] = content;
  if (content.length === 1 && only !== undefined) {
    if (only.kind === 'json') {
      const value = readJsonTemplate(only.text);
      return value === null ? null : { kind: 'json', value };
    }
    if (only.kind === 'text') return readTextPayload(only.text);
  }
  const inner = readPairs(content);
  if (inner !== null) return { kind: 'pairs', pairs: inner, encoding };
  const fields = readFields(content) ?? readMixed(content);
  return fields === null ? null : { kind: 'pairs', encoding, pairs: fields };
}

/** Fields by name, each called as the owner called it. */
function readFields(tokens: readonly Token[]): readonly Pair[] | null {
  const fields = readFieldList(tokens);
  if (fields === null || fields.some(({ name }) => bodyWords.has(name.toLowerCase()))) return null;
  return fields.map(({ name, field }) => ({ name: memberName(name), value: { kind: 'field', field } }));
}

/** "id, name and note "paid"": fields and pairs in one list. */
function readMixed(tokens: readonly Token[]): readonly Pair[] | null {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < tokens.length) {
    let end = at;
    while (end < tokens.length && lowerAt(tokens, end) !== ',' && lowerAt(tokens, end) !== 'and') end += 1;
    const part = tokens.slice(at, end);
    const read = readPairs(part) ?? readFields(part);
    if (read === null) return null;
    pairs.push(...read);
    at = end + 1;
    if (lowerAt(tokens, end) === ',' && lowerAt(tokens, at) === 'and') at += 1;
    if (end < tokens.length && at >= tokens.length) return null;
  }
  return pairs.length === 0 ? null : pairs;
}

function readTextPayload(text: string): Payload | null {
  const json = /^\s*[[{](?!\{)/.test(text) ? readJsonTemplate(text) : null;
  if (json !== null) return { kind: 'json', value: json };
  const template = readTemplate(text);
  return template === null ? null : { kind: 'text', template };
}

function isWhole(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ lower }) => lower).filter((word) => !articles.has(word) && word !== 'this');
  const tail = words.slice(-2).join(' ');
  const core =
    tail === 'as is' ? words.slice(0, -2) : words.at(-1) === 'unchanged' ? words.slice(0, -1) : words;
  const [noun, ...adjectives] = core.toReversed();
  if (noun === undefined) return false;
  if (noun === 'everything' && adjectives.length === 0) return true;
  if (!adjectives.every((word) => wholeAdjectives.has(word))) return false;
  return adjectives.length > 0 ? wholeNounsWithAdjective.has(noun) : wholeNouns.has(noun);
}

function isSummary(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ lower }) => lower).filter((word) => !articles.has(word) && word !== 'as');
  return /^(?:short |brief )?summary(?: of (?:this )?(?:delivery|payload|event|webhook))?(?: json)?$/.test(
    words.join(' '),
  );
}

/** "the JSON body containing …" says nothing that the content does not. */
function withoutBodyWords(tokens: readonly Token[]): readonly Token[] {
  let at = 0;
  while (at < tokens.length - 1 && (bodyWords.has(lowerAt(tokens, at)) || articles.has(lowerAt(tokens, at))))
    at += 1;
  // An article that belongs to a field goes with it; a word such as "text" may be the field itself.
  return tokens.slice(at);
}

/** `a=1, b={{x}} and message "Hello"`; null when a part of it is not a pair. */
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
  const isQuoted = tokens[at + 1]?.kind === 'text' && name.kind === 'word' && !isBodyWord;
  const value = isQuoted && name.lower !== 'body' ? readValue(tokens[at + 1]) : null;
  return value === null ? null : { pair: { name: name.text, value }, end: at + 2 };
}

const isJoint = (token: Token | undefined): boolean => token?.lower === '=' || token?.lower === ':';

function readValue(token: Token | undefined): JsonTemplate | null {
  if (token === undefined) return null;
  switch (token.kind) {
    case 'text': {
      const template = readTemplate(token.text);
      return template === null ? null : { kind: 'text', template };
    }
    case 'placeholder': {
      const field = readPlaceholder(token.text);
      return field === null ? null : { kind: 'field', field };
    }
    case 'json':
      return readJsonTemplate(token.text);
    case 'number':
      return readNumber(token.text);
    case 'word':
    case 'url': {
      const value = literals.get(token.lower);
      return value === undefined ? { kind: 'text', template: [token.text] } : { kind: 'literal', value };
    }
    case 'symbol':
    case 'break':
      return null;
  }
}

/** All its digits as written; what is no number in JSON, such as the postal code 01234, is text. */
function readNumber(text: string): JsonTemplate {
  const json = parseJson(text);
  return json === null ? { kind: 'text', template: [text] } : { kind: 'literal', value: json.value };
}
