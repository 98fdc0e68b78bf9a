import { type Condition, not, some } from '../condition/condition-tree.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { sequenceWords } from './vocabulary.ts';

/** Words by which a sentence continues the one before. */
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
    continuations.has(lowerAt(tokens, 0)) || /^after (?:that|this)\b/.test(lowerText(tokens.slice(0, 2)))
  );
}

/** Without "First,", "Then", "After that," and "Please" in front. */
export function withoutLead(tokens: readonly Token[]): readonly Token[] {
  let at = 0;
  for (;;) {
    const { lower = '', kind } = tokens[at] ?? {};
    if (kind === 'word' && lower === 'after' && /^(?:that|this)$/.test(lowerAt(tokens, at + 1))) at += 2;
    else if ((kind === 'word' && sequenceWords.has(lower)) || (at > 0 && lower === ',')) at += 1;
    else return tokens.slice(at);
  }
}

const otherwise = /^(?:otherwise|else|if not|in (?:all|any) other cases?|in every other case)(?= |$)/;

/** What follows "otherwise"; null when the sentence does not begin with it. */
export function otherwiseOf(tokens: readonly Token[]): readonly Token[] | null {
  const match = otherwise.exec(lowerText(tokens));
  if (match === null) return null;
  let at = match[0].split(' ').length;
  while ([',', ':', 'then'].includes(lowerAt(tokens, at))) at += 1;
  return tokens.slice(at);
}

const heading =
  /^(?:(?:the )?(?:steps|instructions|actions|tasks|to do|todo)|(?:please )?do (?:the following|this|these(?: steps| things)?)|(?:when|whenever|each time|every time|once) (?:a|an|the|this|each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification|call) (?:arrives|comes in|is received|is delivered)|(?:for|on) (?:each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification))[ :]*$/;

/** A line that only introduces what follows, and restricts nothing: "Steps:", "When a delivery arrives:". */
export const isHeading = (tokens: readonly Token[]): boolean => heading.test(lowerText(tokens));

const arrival =
  /^(?:when|whenever|each time|every time|once) (?:an?|the|each|every)(?: new| incoming)? ([a-z-]+) (?:arrives|comes in|is received|is delivered)$/;

/** An opening such as "When a delivery arrives,": how long it is and what it asks for. */
export function readArrival(
  tokens: readonly Token[],
): { readonly end: number; readonly when: Condition } | null {
  for (let end = 2; end <= Math.min(tokens.length - 1, 9); end += 1) {
    if (![',', ':'].includes(lowerAt(tokens, end))) continue;
    const opening = tokens.slice(0, end);
    if (isHeading(opening)) return { end: end + 1, when: { kind: 'always' } };
    const thing = arrival.exec(lowerText(opening))?.[1];
    return thing === undefined ? null : { end: end + 1, when: isAbout(thing) };
  }
  return null;
}

/** "a new order arrives": true unless the delivery names an event, and one of something else. */
function isAbout(thing: string): Condition {
  const event = { kind: 'field', words: 'event' } as const;
  const shared = { kind: 'test', field: event, quantifier: 'any', isState: false } as const;
  return some([{ ...shared, op: 'contains', values: [thing] }, not({ ...shared, op: 'exists', values: [] })]);
}
