import { frameWords, phraseWords, unresolvableWords, wordSet } from '../language/common-words.ts';
import type { Token } from '../language/token.ts';
import { all, match, splitList } from './plan-phrase.ts';
import { type Json, readJsonLiteral, saysField } from './plan-template.ts';
import { celOfBraces, celOfPath, celOfWords, isPath, type Scope } from './plan-value.ts';

export interface NamedField {
  /** As the owner called it. */
  readonly name: string;
  readonly cel: string;
  /** The words of a field that is no path. */
  readonly words: readonly string[];
  /** "The deposit's id": of what stands beside it, that may be said as well. */
  readonly isOwned?: boolean;
}

export type Member = readonly [name: string, value: Json];

const fieldsMax = 32;
const wordsMax = 4;
/** Words that ask for a choice, a judgement, a time or a part of a request, and name no field. */
const vague = wordSet(
  'a an the even of my me us so out up down over under after before during within using cheapest biggest largest smallest highest lowest newest oldest longest shortest latest ' +
    'details detail information info important relevant other others rest more whole entire full fields field values ' +
    'now today asap again too back first last twice once please just only ' +
    'header headers query parameter parameters json body payload form stored',
);
/** "As dollars" asks for a conversion, not for a name. */
const unit =
  /(?:^|[_-])(?:dollars?|euros?|cents?|pounds?|usd|eur|gbp|percent|percentage|integer|string|boolean|date|timestamp|iso|csv|xml|html|markdown|table|list|bullets|seconds|minutes|hours|days|decimal|text|plain)$/;
/** "Politely": how to do it, not what. */
const adverb = /^(?!daily|weekly|monthly|yearly|family|reply|supply|july|early|assembly).{3,}ly$/;
/** Names that most things have: beside "the customer email" they may be the customer's. */
const common = wordSet('name id email status state title number type key date url address phone description');

const isNoun = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  /^\p{L}[\p{L}\p{N}_-]*$/u.test(lower) &&
  ![vague, frameWords, phraseWords, unresolvableWords].some((words) => words.has(lower)) &&
  !adverb.test(lower);

const shape =
  /^(?:(?:the|its|their|our|your) )?(?:(?<count>number) of (?:the )?)?(?:(?<header>header) )?(?<field>(?:\S+ )+?)(?:as (?<alias>\S+) )?$/d;

/** "the order id", `customer.email`, `{{total}}`, "the number of items", "header X-Topic", each perhaps "as …". */
function readField(tokens: readonly Token[], scope: Scope): NamedField | null {
  const { field = [], header, count, alias: [alias] = [] } = match(tokens, shape) ?? {};
  const read =
    header === undefined
      ? readPlace(field, count === undefined ? scope : { ...scope, mayBeList: true })
      : readHeader(field);
  if (read === null || (alias !== undefined && (!isNoun(alias) || unit.test(alias.lower)))) return null;
  if (count === undefined) return { ...read, name: alias?.text ?? read.name };
  return { ...read, name: alias?.text ?? `number of ${read.name}`, cel: `size(${read.cel})` };
}

const readHeader = ([name, ...others]: readonly Token[]): NamedField | null =>
  name?.kind === 'word' && others.length === 0
    ? plain(name.text, `headers[${JSON.stringify(name.lower)}]`)
    : null;

const plain = (name: string, cel: string | null): NamedField | null =>
  cel === null ? null : { name, cel, words: [] };

function readPlace(tokens: readonly Token[], scope: Scope): NamedField | null {
  const [only] = tokens;
  if (only === undefined) return null;
  if (tokens.length > 1 || !isPath(only.text) || (scope.item === null && isNoun(only)))
    return readWords(tokens, scope);
  if (only.kind === 'placeholder') return plain(only.text, celOfBraces(only.text, scope));
  return only.kind === 'word' ? plain(only.text, celOfWrittenPath(only, scope)) : null;
}

/** One word is a member of the item; a longer path says by its first name whose it is. */
function celOfWrittenPath(token: Token, { item, requested }: Scope): string | null {
  const { text } = token;
  const [root] = text.split(/[.[]/);
  if (root !== text && (root === 'body' || root === item)) return text;
  if (item !== null) return isNoun(token) ? `${item}.${text}` : null;
  return requested.includes('GET') || root === text ? null : celOfPath(text);
}

function readWords(tokens: readonly Token[], scope: Scope): NamedField | null {
  const own = (text: string): string => text.replace(/'s$/, '');
  const nouns = tokens.map((token) => ({ ...token, text: own(token.text), lower: own(token.lower) }));
  const words = nouns.map(({ text }) => text);
  const cel = words.length <= wordsMax && nouns.every(isNoun) ? celOfWords(words.join(' '), scope) : null;
  return cel === null
    ? null
    : { name: words.join(' '), cel, words, isOwned: tokens.some(({ lower }) => lower.endsWith("'s")) };
}

/** Whether a name alone may belong to what a field before it belongs to: "the customer email and name". */
function isUncertain(
  { words: [word, ...more], cel }: NamedField,
  before: readonly NamedField[],
  scope: Scope,
): boolean {
  if (word === undefined || more.length > 0) return false;
  return before.some(({ words, isOwned }) => {
    if (isOwned === true) return true;
    const owned = words.length > 1 ? celOfWords([...words.slice(0, -1), word].join(' '), scope) : cel;
    return owned !== cel && (common.has(word.toLowerCase()) || owned?.startsWith('body') === true);
  });
}

const frame = /^(?:the )?(?:following )?(?:fields?|values?) (?:: )?(?<list>(?:\S+ )+)$/d;
const pair = /^(?<name>\S+) (?:= (?<value>\S+)|(?<!(?:reply|answer|respond|say) )(?<text><text>)) $/d;

/** "the order id, total and customer.email", and with `hasPairs` also `status="done"` and `note "Paid"`. */
function readList(tokens: readonly Token[], scope: Scope, hasPairs: boolean) {
  const parts = splitList(match(tokens, frame)?.['list'] ?? tokens).map((part) => {
    const found = hasPairs ? match(part, pair) : null;
    return found === null ? readField(part, scope) : readPair(found, scope);
  });
  const read = all(parts);
  const fields = read?.filter((part) => 'cel' in part) ?? [];
  const isCertain = !fields.some((field, index) => isUncertain(field, fields.slice(0, index), scope));
  return read === null || read.length > fieldsMax || !isCertain ? null : read;
}

export const readFields = (tokens: readonly Token[], scope: Scope): readonly NamedField[] | null =>
  readList(tokens, scope, false)?.filter((part) => 'cel' in part) ?? null;

/** The members of a JSON body, each called as its field. */
export function readMembers(tokens: readonly Token[], scope: Scope): readonly Member[] | null {
  const members = readList(tokens, scope, true)?.map((part): Member =>
    'cel' in part ? [memberName(part.name), `{{${part.cel}}}`] : [part.name, part.value],
  );
  return members === undefined || new Set(members.map(([name]) => name)).size < members.length
    ? null
    : members;
}

function readPair(found: NonNullable<ReturnType<typeof match>>, scope: Scope) {
  const { name: [name] = [], value = [], text = [] } = found;
  const [token] = [...value, ...text];
  const json = token === undefined ? null : jsonOf(token);
  const read = json === null ? null : readJsonLiteral(json, scope);
  return name === undefined || !isNoun(name) || read === null || saysField(name.text, read.value, scope)
    ? null
    : { name: name.text, value: read.value };
}

/** One token as a value of JSON; null if it is none, such as a word without quotation marks. */
function jsonOf({ kind, text, lower, unit: sign }: Token): string | null {
  if (kind === 'text') return JSON.stringify(text);
  if (kind === 'placeholder') return `{{${text}}}`;
  return kind === 'json' || (kind === 'number' && sign === undefined) || /^(?:true|false|null)$/.test(lower)
    ? text
    : null;
}

/** Blanks and dots become underscores. */
const memberName = (written: string): string => written.replace(/\[\d*\]/g, '').replace(/[\s.]+/g, '_');
