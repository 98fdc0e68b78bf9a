import { type Condition, every, not, some, type Test } from '../condition/condition-tree.ts';
import { lowerText, type Token } from '../language/token.ts';
import { match, oneOf, phrase, slot } from './phrase.ts';
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

const lead = phrase(
  `(?:(?:${oneOf(sequenceWords)}|after (?:that|this) )(?:, )?)*`,
  slot('rest', '(?:\\S+ )*'),
);

/** Without "First,", "Then", "After that," and "Please" in front. */
export const withoutLead = (tokens: readonly Token[]): readonly Token[] =>
  match(tokens, lead)?.['rest'] ?? tokens;

const otherwise = phrase(
  '(?:otherwise|else|if not|in (?:all|any) other cases?|in every other case) (?:[,:] |then )*',
  slot('rest', '(?:\\S+ )*'),
);

/** What follows "otherwise"; null when the sentence does not begin with it. */
export const otherwiseOf = (tokens: readonly Token[]): readonly Token[] | null =>
  match(tokens, otherwise)?.['rest'] ?? null;

const heading =
  /^(?:(?:the )?(?:steps|instructions|actions|tasks|to do|todo)|(?:please )?do (?:the following|this|these(?: steps| things)?)|(?:when|whenever|each time|every time|once) (?:a|an|the|this|each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification|call) (?:arrives|comes in|is received|is delivered)|(?:for|on) (?:each|every)(?: new)? (?:delivery|webhook|event|request|payload|message|notification))[ :]*$/;

/** A line that only introduces what follows, and restricts nothing: "Steps:", "When a delivery arrives:". */
export const isHeading = (tokens: readonly Token[]): boolean => heading.test(lowerText(tokens));

const arrival =
  /^(?:when|whenever|each time|every time|once) (?:an?|the|each|every)(?: new| incoming)? ([a-z-]+) (?:arrives|comes in|is received|is delivered)$/;

const opened = phrase(slot('opening', '(?:\\S+ ){2,9}?'), '[,:] ', slot('rest', '(?:\\S+ )*'));

/** An opening such as "When a delivery arrives,": what it asks for, and what follows it. */
export function readArrival(tokens: readonly Token[]) {
  const { opening = [], rest = [] } = match(tokens, opened) ?? {};
  const said = lowerText(opening);
  if (opening.length > 0 && isHeading(opening)) return { said, rest, when: { kind: 'always' } as const };
  const thing = arrival.exec(said)?.[1];
  return thing === undefined ? null : { said, rest, when: isAbout(thing) };
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
