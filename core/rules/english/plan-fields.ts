import { frameWords, phraseWords, unresolvableWords, wordSet } from '../language/common-words.ts';
import type { Token } from '../language/token.ts';
import { all, match, splitList } from './plan-phrase.ts';
import { type Json, readJsonLiteral, readQuoted } from './plan-template.ts';
import { celOfBraces, celOfPath, celOfWords, isPath, type Scope } from './plan-value.ts';

export interface NamedField {
  /** As the owner called it. */
  readonly name: string;
  readonly cel: string;
  /** The words of a field that is no path: whose it is may be said of its neighbours. */
  readonly words: readonly string[];
  readonly isOwned: boolean;
}

export type Member = readonly [name: string, value: Json];

const fieldsMax = 32;
const wordsMax = 4;
/** Words that ask for a choice, a judgement or a time, and name no field. */
const vague = wordSet(
  'a an cheapest biggest largest smallest highest lowest newest oldest longest shortest latest ' +
    'details detail information info important relevant other others rest more whole entire full fields field values ' +
    'now today asap again too back first last twice once please just only ' +
    'header headers query parameter parameters json body payload form stored',
);
/** Names of formats: "as dollars" asks for a conversion. */
const units =
  /(?:^|[_ -])(?:dollars?|euros?|cents?|pounds?|usd|eur|gbp|percent|percentage|integer|string|boolean|date|timestamp|iso|json|csv|xml|html|markdown|table|list|bullets|seconds|minutes|hours|days|decimal|text|plain)$/i;
/** "Politely": how to do it, not what. */
const adverb = /^(?!daily|weekly|monthly|yearly|family|reply|supply|july|early|assembly).{3,}ly$/;
const name = /^\p{L}[\p{L}\p{N}_-]*$/u;

const isNoun = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  name.test(lower) &&
  ![vague, frameWords, phraseWords, unresolvableWords].some((words) => words.has(lower)) &&
  !adverb.test(lower);

const aliased = /^(?<field>(?:\S+ )+?)as (?<alias>\S+ )$/d;
const counted = /^number of (?<list>(?:\S+ )+)$/d;
const ofHeader = /^header (?<header>\S+ )$/d;
const ofOwner = /^(?<field>(?:\S+ ){1,2}?)of (?:the )?(?<owner>(?:\S+ ){1,3})$/d;

function readField(tokens: readonly Token[], scope: Scope): NamedField | null {
  const { field, alias: [alias] = [] } = match(tokens, aliased) ?? {};
  if (field === undefined) return readUnnamed(tokens, scope);
  const read =
    alias !== undefined && isNoun(alias) && !units.test(alias.lower) ? readUnnamed(field, scope) : null;
  return read === null || alias === undefined ? null : { ...read, name: alias.text };
}

function readUnnamed(written: readonly Token[], scope: Scope): NamedField | null {
  const tokens = /^(?:the|its|their|our|your)$/.test(written[0]?.lower ?? '') ? written.slice(1) : written;
  const { list } = match(tokens, counted) ?? {};
  const { header: [header] = [] } = match(tokens, ofHeader) ?? {};
  if (list !== undefined) {
    const of = readUnnamed(list, scope);
    return of && { ...of, name: `number of ${of.name}`, cel: `size(${of.cel})` };
  }
  if (header?.kind === 'word') return plain(header.text, `headers[${JSON.stringify(header.lower)}]`);
  const [only] = tokens;
  if (tokens.length === 1 && only?.kind === 'placeholder')
    return isPath(only.text) ? plain(only.text, celOfBraces(only.text, scope)) : null;
  const isWritten =
    only?.kind === 'word' && isPath(only.text) && (scope.item !== null || /[.[]/.test(only.text));
  return tokens.length === 1 && isWritten ? readPath(only, scope) : readWords(tokens, scope);
}

const plain = (written: string, cel: string | null): NamedField | null =>
  cel === null ? null : { name: written, cel, words: [], isOwned: false };

/** Of an item one word is its own; a longer path says by its first name whose it is. */
function readPath(token: Token, { item, requested }: Scope): NamedField | null {
  const { text } = token;
  const isRooted = /^(?:body|headers)[.[]/.test(text) || (item !== null && text.split(/[.[]/)[0] === item);
  if (isRooted) return plain(text, text);
  if (item !== null) return isNoun(token) ? plain(text, `${item}.${text}`) : null;
  return requested.includes('GET') ? null : plain(text, celOfPath(text));
}

function readWords(tokens: readonly Token[], scope: Scope): NamedField | null {
  const { field, owner } = match(tokens, ofOwner) ?? {};
  if (field !== undefined && owner !== undefined) {
    const [mine, theirs] = [readWords(field, scope), readWords(owner, { ...scope, documents: [] })];
    if (mine === null || theirs === null || mine.isOwned || theirs.isOwned) return null;
    return ofWords([...theirs.words, ...mine.words], true, scope);
  }
  const isOwned = tokens.some(({ lower }) => lower.endsWith("'s"));
  const nouns = tokens.map((token) => ({
    ...token,
    text: token.text.replace(/'s$/, ''),
    lower: token.lower.replace(/'s$/, ''),
  }));
  if (nouns.length === 0 || nouns.length > wordsMax || !nouns.every(isNoun)) return null;
  return ofWords(
    nouns.map(({ text }) => text),
    isOwned,
    scope,
  );
}

function ofWords(words: readonly string[], isOwned: boolean, scope: Scope): NamedField | null {
  const cel = celOfWords(words.join(' '), scope);
  return cel === null ? null : { name: words.join(' '), cel, words, isOwned };
}

/** Names that most things have: beside "the customer email" they may be the customer's. */
const common = wordSet('name id email status state title number type key date url address phone description');

/** Whose a name alone is, is not said for certain where its neighbours belong to something. */
function isUncertain(
  { words, cel }: NamedField,
  before: readonly NamedField[],
  fields: readonly NamedField[],
  scope: Scope,
): boolean {
  if (words.length !== 1) return false;
  if (fields.some(({ isOwned }) => isOwned)) return true;
  const owners = before.filter((other) => other.words.length > 1).map((other) => other.words.slice(0, -1));
  if (scope.documents.length === 0) return owners.length > 0 && common.has(words[0]?.toLowerCase() ?? '');
  return owners.some((owner) => {
    const owned = celOfWords([...owner, ...words].join(' '), scope);
    return owned !== cel && (owned?.startsWith('body') === true || common.has(words[0]?.toLowerCase() ?? ''));
  });
}

const frame = /^(?:the )?(?:following )?(?:fields?|values?) (?:: )?(?<list>(?:\S+ )+)$/d;
const listOf = (tokens: readonly Token[]): readonly (readonly Token[])[] =>
  splitList(match(tokens, frame)?.['list'] ?? tokens);

/** "the order id, total and customer.email"; null where a part of it is no field, or one whose owner is not certain. */
export function readFields(tokens: readonly Token[], scope: Scope): readonly NamedField[] | null {
  const fields = all(listOf(tokens).map((part) => readField(part, scope)));
  return fields === null || fields.length > fieldsMax || !areCertain(fields, scope) ? null : fields;
}

const areCertain = (fields: readonly NamedField[], scope: Scope): boolean =>
  !fields.some((field, index) => isUncertain(field, fields.slice(0, index), fields, scope));

const pair = /^(?<name>\S+) (?:= (?<value>\S+)|(?<!(?:reply|answer|respond|say) )(?<text><text>)) $/d;

/** The same, with `status="done"` and `note "Paid"` among them: members of a JSON body. */
export function readMembers(tokens: readonly Token[], scope: Scope): readonly Member[] | null {
  const parts = listOf(tokens).map((part) => ({ part, pair: match(part, pair) }));
  const fields = all(parts.filter((each) => each.pair === null).map(({ part }) => readField(part, scope)));
  if (fields === null || parts.length > fieldsMax || !areCertain(fields, scope)) return null;
  const rest = [...fields];
  const members = all(
    parts.map(({ pair: found }): Member | null => {
      const field = found === null ? rest.shift() : undefined;
      return found === null
        ? field
          ? [memberName(field.name), `{{${field.cel}}}`]
          : null
        : readPair(found, scope);
    }),
  );
  return members === null || new Set(members.map(([member]) => member)).size < members.length
    ? null
    : members;
}

function readPair(found: NonNullable<ReturnType<typeof match>>, scope: Scope): Member | null {
  const { name: [named] = [], value = [], text = [] } = found;
  const [token] = [...value, ...text];
  const read = token === undefined ? null : readValue(token, scope);
  return named === undefined || !isNoun(named) || read === null ? null : [named.text, read.value];
}

function readValue({ kind, text, lower, unit }: Token, scope: Scope): { readonly value: Json } | null {
  const isLiteral =
    kind === 'json' || /^(?:true|false|null)$/.test(lower) || (kind === 'number' && unit === undefined);
  if (kind === 'placeholder' || isLiteral)
    return readJsonLiteral(kind === 'placeholder' ? `{{${text}}}` : text, scope);
  const quoted = kind === 'text' ? readQuoted(text, scope) : null;
  return quoted === null ? null : { value: quoted };
}

/** A name as a member of a JSON body or a parameter: blanks and dots become underscores. */
const memberName = (written: string): string => written.replace(/\[\d*\]/g, '').replace(/[\s.]+/g, '_');
