import { articles } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { isExactName } from './find-value.ts';
import type { Pair, Payload } from './program.ts';
import { memberName, readFieldList } from './read-field-list.ts';
import { readPairs } from './read-pairs.ts';
import { readJsonTemplate, readTemplate } from './read-template.ts';
import { bodyWords, wholeAdjectives, wholeNouns, wholeNounsWithAdjective } from './vocabulary.ts';

/** What a request carries: a JSON literal, the whole delivery, a summary, a text, `a=1, b={{x}}`, or fields by name. */
export function readPayload(tokens: readonly Token[], encoding: 'json' | 'form'): Payload | null {
  const whole = wholeWords(tokens);
  if (whole !== null) return { kind: 'whole', word: whole.length === 1 ? (whole[0] ?? null) : null };
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
  const fields = readFields(content) ?? readMixed(content) ?? readFields(tokens);
  return fields === null ? null : { kind: 'pairs', encoding, pairs: fields };
}

/** Fields by name, each called as the owner called it. */
function readFields(tokens: readonly Token[]): readonly Pair[] | null {
  const fields = readFieldList(tokens);
  // Alone, "the body" is what carries the rest; beside other names it is one of them.
  const names = fields?.map(({ name }) => name.toLowerCase()) ?? [];
  const isName = (name: string): boolean =>
    !bodyWords.has(name) || (names.length > 1 && /^(?:body|text|content)$/.test(name));
  if (fields === null || !names.every(isName)) return null;
  const pairs = fields.map(({ name, value }): Pair => ({
    name: memberName(name),
    value: { kind: 'value', value, isAsIs: isExactName(value.field) },
  }));
  return hasTwins(pairs) ? null : pairs;
}

/** Of two members with one name, one would be lost. */
const hasTwins = (pairs: readonly Pair[]): boolean =>
  new Set(pairs.map(({ name }) => name)).size < pairs.length;

/** "id, name and note "paid"": fields and pairs in one list. */
function readMixed(tokens: readonly Token[]): readonly Pair[] | null {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < tokens.length) {
    let end = at;
    while (end < tokens.length && lowerAt(tokens, end) !== ',' && lowerAt(tokens, end) !== 'and') end += 1;
    const part = tokens.slice(at, end);
    const read = readPairs(part) ?? readFields(part);
    // Whose the other names are is not said: "the customer's email, name and note "x"".
    if (read === null || part.some(({ lower }) => lower.endsWith("'s"))) return null;
    pairs.push(...read);
    at = end + 1;
    if (lowerAt(tokens, end) === ',' && lowerAt(tokens, at) === 'and') at += 1;
    if (end < tokens.length && at >= tokens.length) return null;
  }
  return pairs.length === 0 || hasTwins(pairs) ? null : pairs;
}

function readTextPayload(text: string): Payload | null {
  const json = /^\s*[[{](?!\{)/.test(text) ? readJsonTemplate(text) : null;
  if (json !== null) return { kind: 'json', value: json };
  const template = readTemplate(text);
  return template === null ? null : { kind: 'text', template };
}

/** The words for the delivery as a whole, without "as is" and the like; null where other things are meant. */
function wholeWords(tokens: readonly Token[]): readonly string[] | null {
  const words = tokens.map(({ lower }) => lower).filter((word) => !articles.has(word) && word !== 'this');
  const tail = words.slice(-2).join(' ');
  const core =
    tail === 'as is' ? words.slice(0, -2) : words.at(-1) === 'unchanged' ? words.slice(0, -1) : words;
  const [noun, ...adjectives] = core.toReversed();
  if (noun === undefined || !adjectives.every((word) => wholeAdjectives.has(word))) return null;
  const nouns = adjectives.length > 0 ? wholeNounsWithAdjective : wholeNouns;
  return nouns.has(noun) || (noun === 'everything' && adjectives.length === 0) ? core : null;
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
