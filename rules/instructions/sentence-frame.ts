import { type Condition, every, not, some, type Test } from '../condition/condition-tree.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { sequenceWords } from './vocabulary.ts';

const continuation = /^(?:(then|after (?:that|this))|next|finally|lastly|afterwards?|also|and)\b/;

/**
 * How a sentence hangs on the one before: "Then …" is under its condition, "Also …" may be, as is what follows a
 * semicolon; null: it stands alone.
 */
export function continuationOf(
  tokens: readonly Token[],
  isAfterSemicolon: boolean,
): 'same' | 'perhaps' | null {
  const match = continuation.exec(lowerText(tokens.slice(0, 2)));
  if (match !== null) return match[1] === undefined ? 'perhaps' : 'same';
  return isAfterSemicolon ? 'perhaps' : null;
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

/** What senders say of a thing that is there for the first time. */
const firstWords = 'created create new placed received submitted opened added posted'.split(' ');

/** "a new order arrives": true where the event says so, or where there is no event; false where it is another one. */
function isAbout(thing: string): Condition {
  const test = (words: string, op: Test['op'], values: readonly string[]): Test => ({
    kind: 'test',
    field: { kind: 'field', words },
    op,
    values,
    quantifier: 'any',
    isState: false,
  });
  const isFirst = test('event', 'contains', firstWords);
  const isJustNamed = test('event', 'eq', [thing, `${thing}s`]);
  // As GitHub does it: the event is "issues", the action "opened".
  const action = some([not(test('action', 'exists', [])), test('action', 'contains', firstWords)]);
  return some([
    every([test('event', 'contains', [thing]), some([isFirst, every([isJustNamed, action])])]),
    not(test('event', 'exists', [])),
  ]);
}
