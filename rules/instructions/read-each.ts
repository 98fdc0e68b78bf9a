import { singular } from '../document/name-words.ts';
import { frameWords, phraseWords, unresolvableWords } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import type { Action, EachAction } from './program.ts';
import { isFilled } from './template-parts.ts';

const nounWordsMax = 3;

/** The noun of "for each line item", and the tokens of what is done; null where a sentence has no such words. */
function splitEach(
  tokens: readonly Token[],
): { readonly noun: readonly Token[]; readonly rest: readonly Token[] } | null {
  const isAt = (index: number): boolean =>
    lowerAt(tokens, index) === 'for' && /^(?:each|every)$/.test(lowerAt(tokens, index + 1));
  if (isAt(0)) {
    const end = tokens.findIndex(({ lower }) => lower === ',' || lower === ':');
    return end === -1 ? null : { noun: tokens.slice(2, end), rest: tokens.slice(end + 1) };
  }
  const at = tokens.findLastIndex((_, index) => isAt(index));
  return at === -1 ? null : { noun: tokens.slice(at + 2), rest: tokens.slice(0, at) };
}

/** "For each line item, POST …", "POST … with sku for each line item": requests that say what is sent, and nothing else. */
export function readEach(
  tokens: readonly Token[],
  readActions: (tokens: readonly Token[]) => readonly Action[] | null,
): EachAction | null {
  const parts = splitEach(tokens);
  if (parts === null) return null;
  const isOf = /^of the\b/.test(lowerText(parts.noun));
  const noun = isOf ? parts.noun.slice(2) : parts.noun;
  if (noun.length === 0 || noun.length > nounWordsMax || !noun.every(isNounWord)) return null;
  const actions = readActions(parts.rest);
  const requests = actions?.flatMap((action) => (action.kind === 'request' ? [action] : [])) ?? [];
  // Without a value of the item the same request would go out many times.
  const isAboutItem = requests.every(isFilled);
  if (actions === null || requests.length !== actions.length || requests.length === 0 || !isAboutItem)
    return null;
  return { kind: 'each', noun: nounOf(lowerText(noun)), actions: requests };
}

/** One of them: `line item` for "line items". */
const nounOf = (words: string): string => {
  const [last = '', ...before] = words.split(' ').toReversed();
  return [...before.toReversed(), singular(last)].join(' ');
};

const isNounWord = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  /^[\p{L}_-]+$/u.test(lower) &&
  !frameWords.has(lower) &&
  !phraseWords.has(lower) &&
  !unresolvableWords.has(lower);
