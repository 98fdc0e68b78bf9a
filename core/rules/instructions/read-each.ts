import { singular } from '../document/name-words.ts';
import { frameWords, phraseWords, unresolvableWords } from '../language/common-words.ts';
import { lowerText, type Token } from '../language/token.ts';
import { match, phrase, slot } from './phrase.ts';
import type { Action, EachAction } from './program.ts';
import { isFilled } from './template-parts.ts';

const each = `for (?:each|every) (?:of the )?`;
const noun = slot('noun', '(?:[^\\s,:]+ ){1,3}');
const before = phrase(each, noun, '[,:] ', slot('rest'));
const behind = phrase(slot('rest', `(?!${each})(?:\\S+ )+`), each, noun);

/** "For each line item, POST …", "POST … with sku for each line item": requests that say what is sent, and nothing else. */
export function readEach(
  tokens: readonly Token[],
  readActions: (tokens: readonly Token[]) => readonly Action[] | null,
): EachAction | null {
  const { noun: named = [], rest = [] } = match(tokens, before) ?? match(tokens, behind) ?? {};
  if (named.length === 0 || !named.every(isNounWord)) return null;
  const actions = readActions(rest) ?? [];
  const requests = actions.flatMap((action) => (action.kind === 'request' ? [action] : []));
  // Without a value of the item the same request would go out many times.
  if (requests.length !== actions.length || requests.length === 0 || !requests.every(isFilled)) return null;
  return { kind: 'each', noun: nounOf(lowerText(named)), actions: requests };
}

/** One of them: `line item` for "line items". */
const nounOf = (words: string): string => {
  const [last = '', ...others] = words.split(' ').toReversed();
  return [...others.toReversed(), singular(last)].join(' ');
};

const isNounWord = ({ kind, lower }: Token): boolean =>
  kind === 'word' &&
  /^[\p{L}_-]+$/u.test(lower) &&
  !frameWords.has(lower) &&
  !phraseWords.has(lower) &&
  !unresolvableWords.has(lower);
