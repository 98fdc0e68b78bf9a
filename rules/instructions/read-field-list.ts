import { readField } from '../condition/read-field.ts';
import { articles, unresolvableWords, wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { NamedField } from './program.ts';

const fieldsMax = 32;
const frames = new Set(['fields', 'field', 'values', 'value', 'following', 'keys', 'members']);
/** Words that ask for a choice or a judgement about a field rather than name one. */
const vague = wordSet(
  'cheapest biggest largest smallest highest lowest newest oldest longest shortest ' +
    'details detail information info important relevant key main best first last latest other others rest more',
);

/** "the order id, {{total}} and customer.email as email"; null when a part of it is not a field. */
export function readFieldList(tokens: readonly Token[]): readonly NamedField[] | null {
  const parts = split(withoutFrame(tokens));
  if (parts.length === 0 || parts.length > fieldsMax) return null;
  const fields = parts.map(readNamedField);
  return fields.includes(null) ? null : fields.filter((field) => field !== null);
}

function withoutFrame(tokens: readonly Token[]): readonly Token[] {
  let at = 0;
  while (articles.has(lowerAt(tokens, at)) || frames.has(lowerAt(tokens, at))) at += 1;
  const hasFrame = tokens.slice(0, at).some(({ lower }) => frames.has(lower));
  if (!hasFrame) return tokens;
  return tokens.slice(lowerAt(tokens, at) === ':' || lowerAt(tokens, at) === 'of' ? at + 1 : at);
}

function split(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  tokens.forEach((token, index) => {
    const isJoint = token.lower === ',' || token.lower === 'and';
    if (!isJoint) parts.at(-1)?.push(token);
    // ", and" is one joint; a joint at the end is a mistake that the empty part shows.
    else if (!(token.lower === 'and' && lowerAt(tokens, index - 1) === ',')) parts.push([]);
  });
  return parts;
}

function readNamedField(tokens: readonly Token[]): NamedField | null {
  const as = tokens.findIndex(({ lower }) => lower === 'as');
  const named = as === -1 ? tokens : tokens.slice(0, as);
  const field = readField(named);
  if (field === null || named.some(isVague)) return null;
  if (as === -1) return { name: nameOf(named), field };
  const [alias, ...rest] = tokens.slice(as + 1);
  const isName = alias !== undefined && rest.length === 0 && (alias.kind === 'word' || alias.kind === 'text');
  return isName ? { name: alias.text, field } : null;
}

/** "carefully", "alphabetically": how to do it, not what. */
const adverb = /^(?!daily|weekly|monthly|yearly|family|reply|supply|july|early|assembly).{3,}ly$/;

const isVague = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  (lower === 'a' || lower === 'an' || vague.has(lower) || unresolvableWords.has(lower) || adverb.test(lower));

/** What the owner called it: `the order's id` → `order id`. */
function nameOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ lower }) => !articles.has(lower))
    .map(({ text }) => text.replace(/['’]s$/, ''))
    .join(' ');
}

/** A name as a member of a JSON body or a parameter: blanks and dots become underscores. */
export const memberName = (name: string): string =>
  name
    .trim()
    .replace(/\[\d*\]/g, '')
    .replace(/[\s.]+/g, '_');
