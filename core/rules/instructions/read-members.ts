import { parseJson } from '#domain/json-value.ts';
import type { Token } from '../language/token.ts';
import { isExactName } from './find-value.ts';
import { match, maybe, oneOf, phrase, slot, splitList } from './phrase.ts';
import type { JsonTemplate, Pair } from './program.ts';
import { memberName, readFields, withoutFrame } from './read-field-list.ts';
import { readJsonTemplate, readPlaced, readTemplate, wholeOf } from './read-template.ts';
import { articleWords, bodyWords } from './vocabulary.ts';

/** `a=1, b={{x}}, id {{y}} and message "Hello"`; null when a part of it is not a pair. */
export function readPairs(tokens: readonly Token[]): readonly Pair[] | null {
  const pairs = splitList(tokens).map(readPair);
  return pairs.includes(null) ? null : pairs.filter((pair) => pair !== null);
}

/** "id, name and note "paid"": fields, each called as the owner called it, and pairs. */
export function readMembers(tokens: readonly Token[]): readonly Pair[] | null {
  const parts = splitList(withoutFrame(tokens));
  const pairs = parts.map(readPair);
  const named = parts.filter((_, index) => pairs[index] === null);
  // Whose the other names are is not said: "the customer's email, name and note "x"".
  const isMixed = named.length < parts.length && named.flat().some(({ lower }) => lower.endsWith("'s"));
  const fields = isMixed ? null : readFields(named);
  // Alone, "the body" is what carries the rest; beside other names it is one of them.
  const isName = ({ name }: { readonly name: string }): boolean =>
    !bodyWords.has(name.toLowerCase()) || (parts.length > 1 && /^(?:body|text|content)$/i.test(name));
  if (fields === null || !fields.every(isName)) return null;
  const rest = fields.map(({ name, value }): Pair => [
    memberName(name),
    { kind: 'value', value, isAsIs: isExactName(value.field) },
  ]);
  const members = pairs.map((pair) => pair ?? rest.shift() ?? null).filter((pair) => pair !== null);
  // Of two members with one name, one would be lost.
  return new Set(members.map(([name]) => name)).size < members.length ? null : members;
}

const joined = phrase(
  maybe(oneOf(articleWords)),
  slot('name', '\\S+ '),
  oneOf('= :'),
  slot('value', '\\S+ '),
);
const besides = phrase(
  maybe(oneOf(articleWords)),
  slot('name', `(?!${oneOf(articleWords)})\\S+ `),
  slot('value', oneOf('«text» «placeholder»')),
);
/** "With the fields {{a}} and {{b}}" gives them no name. */
const listWords = /^(?:fields|field|values|following|keys|members)$/;

function readPair(tokens: readonly Token[]): Pair | null {
  const withJoint = match(tokens, joined);
  const slots = withJoint ?? match(tokens, besides);
  const [name, value] = [slots?.['name']?.[0], slots?.['value']?.[0]];
  if (name === undefined || value === undefined || name.text === '') return null;
  const isBody = bodyWords.has(name.lower) && !/^(?:text|content)$/.test(name.lower);
  const isNamed =
    withJoint !== null ? name.kind === 'text' : value.kind === 'text' || !listWords.test(name.lower);
  const isName = name.kind === 'word' ? isNamed || withJoint !== null : isNamed && withJoint !== null;
  const read = isName && !isBody ? readLiteral(value) : null;
  return read === null ? null : [name.text, read];
}

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** What one token says; null where it is no value. */
export function readLiteral({ kind, text, lower }: Token): JsonTemplate | null {
  switch (kind) {
    case 'text': {
      const template = readTemplate(text);
      return template === null ? null : { kind: 'text', template };
    }
    case 'placeholder': {
      const placed = readPlaced(text);
      return placed === null ? null : wholeOf(placed);
    }
    case 'json':
      return readJsonTemplate(text);
    case 'number': {
      // All its digits as written; what is no number in JSON, such as the postal code 01234, is text.
      const json = parseJson(text);
      return json === null ? { kind: 'text', template: [text] } : { kind: 'literal', value: json.value };
    }
    case 'word': {
      const value = literals.get(lower);
      if (value !== undefined) return { kind: 'literal', value };
      return notText.test(text) ? null : { kind: 'word', text };
    }
    case 'url':
      return { kind: 'text', template: [text] };
    case 'symbol':
    case 'break':
      return null;
  }
}

/** What would have to be computed, and what looks like a path: the name of a field as likely as a text. */
const notText =
  /^(?:today|now|tomorrow|yesterday|random|uuid|guid|timestamp|empty|blank|date|time|current)$|[[\]<>$%]|^[a-z]\w*(?:\.[a-z]\w*)+$/i;
