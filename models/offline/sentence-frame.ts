import type { Token } from '../../domain/filter-lexer.ts';
import { sequenceWords } from './words.ts';

const lowerOf = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');

/** Words that say that a sentence goes on with the one before. */
const continuations = new Set([
  'then',
  'next',
  'finally',
  'lastly',
  'afterwards',
  'afterward',
  'also',
  'and',
]);

/** "Then …", "After that, …": the condition of the sentence before still counts. */
export function isSequenced(tokens: readonly Token[]): boolean {
  return (
    continuations.has(tokens[0]?.lower ?? '') || /^after (?:that|this)\b/.test(lowerOf(tokens.slice(0, 2)))
  );
}

/** Without "First,", "Then", "After that," and "Please" in front. */
export function withoutLead(tokens: readonly Token[]): readonly Token[] {
  let at = 0;
  for (;;) {
    const { lower = '', kind } = tokens[at] ?? {};
    if (kind === 'word' && lower === 'after' && /^(?:that|this)$/.test(tokens[at + 1]?.lower ?? '')) at += 2;
    else if ((kind === 'word' && sequenceWords.has(lower)) || (at > 0 && lower === ',')) at += 1;
    else return tokens.slice(at);
  }
}

const otherwise = /^(?:otherwise|else|if not|in (?:all|any) other cases?|in every other case)(?= |$)/;

/** What follows "otherwise"; null when the sentence does not begin with it. */
export function otherwiseOf(tokens: readonly Token[]): readonly Token[] | null {
  const match = otherwise.exec(lowerOf(tokens));
  if (match === null) return null;
  let at = match[0].split(' ').length;
  while ([',', ':', 'then'].includes(tokens[at]?.lower ?? '')) at += 1;
  return tokens.slice(at);
}

const heading =
  /^(?:(?:the )?(?:steps|instructions|actions|tasks|to do|todo)|(?:please )?do (?:the following|this|these(?: steps| things)?)|(?:when|whenever|each time|every time|once) (?:a|an|the|this|each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification|call) (?:arrives|comes in|is received|is delivered)|(?:for|on) (?:each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification))[ :]*$/;

/** A line that only introduces what follows, and restricts nothing: "Steps:", "When a delivery arrives:". */
export const isHeading = (tokens: readonly Token[]): boolean => heading.test(lowerOf(tokens));

/** The number of tokens of an opening such as "When a delivery arrives," that is true of every delivery. */
export function alwaysTrueLead(tokens: readonly Token[]): number {
  for (let end = 2; end <= Math.min(tokens.length, 8); end += 1)
    if ([',', ':'].includes(tokens[end]?.lower ?? '') && isHeading(tokens.slice(0, end))) return end + 1;
  return 0;
}
