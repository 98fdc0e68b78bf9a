import { readField } from '../condition/read-field.ts';
import { articles, frameWords, phraseWords, unresolvableWords, wordSet } from '../language/common-words.ts';
import type { Token } from '../language/token.ts';
import { anyOf, match, maybe, oneOf, phrase, slot, splitList } from './phrase.ts';
import type { NamedField } from './program.ts';
import { readConversion } from './read-conversion.ts';
import { readPlaceholder } from './read-template.ts';
import { shareOwners } from './share-owners.ts';
import { articleWords } from './vocabulary.ts';

const fieldsMax = 32;
/** Words that ask for a choice or a judgement about a field rather than name one. */
const vague = wordSet(
  'cheapest biggest largest smallest highest lowest newest oldest longest shortest ' +
    'details detail information info important relevant other others rest more',
);

/** "the order id, {{total}} and customer.email as email"; null when a part of it is not a field. */
export const readFieldList = (tokens: readonly Token[]): readonly NamedField[] | null =>
  readFields(splitList(withoutFrame(tokens)));

/** The fields that the parts of a list name, with whose they are where that is said of others. */
export function readFields(parts: readonly (readonly Token[])[]): readonly NamedField[] | null {
  if (parts.length > fieldsMax) return null;
  const fields = parts.map(readNamedField);
  return fields.includes(null)
    ? null
    : shareOwners(
        fields.filter((field) => field !== null),
        parts,
      );
}

const frame = phrase(
  anyOf(articleWords),
  oneOf('fields field values value following keys members'),
  anyOf(`${articleWords} fields field values value following keys members`),
  maybe(oneOf(': of')),
  slot('list'),
);

/** Without "the following fields:". */
export const withoutFrame = (tokens: readonly Token[]): readonly Token[] =>
  match(tokens, frame)?.['list'] ?? tokens;

function readNamedField(tokens: readonly Token[]): NamedField | null {
  const { tokens: rest, calls } = readConversion(tokens);
  const as = rest.findIndex(({ lower }) => lower === 'as');
  const named = as === -1 ? rest : rest.slice(0, as);
  const value = readValue(named);
  if (value === null || named.some(isVague)) return null;
  const converted = { ...value, calls: [...value.calls, ...calls] };
  if (as === -1) return { name: nameOf(named), value: converted };
  const [alias, ...others] = rest.slice(as + 1);
  const isName =
    alias !== undefined && others.length === 0 && (alias.kind === 'word' || alias.kind === 'text');
  return isName && !asksForUnit(alias.text, nameOf(named)) ? { name: alias.text, value: converted } : null;
}

function readValue(tokens: readonly Token[]): NamedField['value'] | null {
  const [only] = tokens;
  if (tokens.length === 1 && only?.kind === 'placeholder') return readPlaceholder(only.text);
  const field = isCapitalised(tokens)
    ? { kind: 'field' as const, words: only?.text ?? '' }
    : readField(tokens);
  return field === null ? null : { field, owner: null, calls: [] };
}

/** "From", as Twilio calls it: a name, where it stands alone and has a capital letter that no sentence gave it. */
const isCapitalised = ([only, ...others]: readonly Token[]): boolean =>
  only?.kind === 'word' &&
  others.length === 0 &&
  /^\p{Lu}/u.test(only.text) &&
  (phraseWords.has(only.lower) || frameWords.has(only.lower));

const units = wordSet(
  'dollar dollars euro euros cent cents pound pounds usd eur gbp chf cad aud jpy percent percentage integer number ' +
    'string boolean date datetime timestamp iso uppercase lowercase json csv xml html markdown table list bullets ' +
    'seconds minutes hours days currency money decimal float plain',
);

/** "as dollars" and "as amount_in_cents" ask for a conversion, not for a name, unless the field is called so itself. */
const asksForUnit = (alias: string, name: string): boolean => {
  const own = wordsOf(name);
  return wordsOf(alias).some((word) => units.has(word) && !own.includes(word));
};

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** "carefully", "alphabetically": how to do it, not what. */
const adverb = /^(?!daily|weekly|monthly|yearly|family|reply|supply|july|early|assembly).{3,}ly$/;

const isVague = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  (lower === 'a' || lower === 'an' || vague.has(lower) || unresolvableWords.has(lower) || adverb.test(lower));

/** What the owner called it: `the order's id` → `order id`, `{{total | round}}` → `total`. */
function nameOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ lower }) => !articles.has(lower))
    .map(({ kind, text }) =>
      kind === 'placeholder' ? (text.split('|')[0] ?? '').trim() : text.replace(/['’]s$/, ''),
    )
    .join(' ');
}

/** A name as a member of a JSON body or a parameter: blanks and dots become underscores. */
export const memberName = (name: string): string =>
  name
    .trim()
    .replace(/\[\d*\]/g, '')
    .replace(/[\s.]+/g, '_');
