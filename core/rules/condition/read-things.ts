import { entityNouns, firstNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import { articles, wordSet } from '../language/common-words.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import { type Condition, every, hasReadings, some } from './condition-tree.ts';
import { countryOf } from './country.ts';
import { readCondition } from './read-condition.ts';
import { kindTest, ofKind, stateTest, wholeDelivery } from './make-test.ts';
import { isParticiple } from './participle.ts';
import { isStateWord } from './status-vocabulary.ts';
import { judgementWords } from './vocabulary.ts';

const quantities = wordSet('all any every each those these only just');
const relative = wordSet('that which who');
const openers = wordSet('whose where when if');
const bounds = wordSet('over above under below exceeding > >= < <= more less at of between from');
const adjectivesMax = 3;

/** "paid orders over 100 EUR with a note", "drafts", "merged pull requests": what deliveries are about; null when it is not that. */
export function readThings(tokens: readonly Token[]): Condition | null {
  let start = 0;
  while (articles.has(lowerAt(tokens, start)) || quantities.has(lowerAt(tokens, start))) start += 1;
  const things =
    lowerAt(tokens, tokens.length - 1) === 'only' ? tokens.slice(start, -1) : tokens.slice(start);
  if (things.length === 1) return readKind(things[0]);
  const mode = /^(?:in )?(live|test|production|sandbox) (?:mode|data)$/.exec(lowerText(things))?.[1];
  if (mode !== undefined) return kindTest(mode);
  const change = changes.get(lowerAt(things, things.length - 1));
  const noun = nounIn(things);
  // "Order updates" are about orders that were updated.
  if (change !== undefined && noun?.at === 0 && noun.end === things.length - 1)
    return stateTest(noun.words, change);
  // A "trial user" is more than a user, and nothing says what.
  if (noun === null || (noun.end - noun.at > 1 && !firstNouns.has(lowerAt(things, noun.at)))) return null;
  const adjectives = readAdjectives(things.slice(0, noun.at), noun.words);
  const rest = things.slice(noun.end);
  // "Every item has a sku" is about each item of a delivery.
  const isDescribed = parts.has(lowerAt(rest, 0)) || bounds.has(lowerAt(rest, 0));
  if (start > 0 && rest.length > 0 && !isDescribed) return null;
  const described = rest.length === 0 ? always : readDescription(rest, things.slice(noun.at, noun.end));
  if (adjectives === null || described === null) return null;
  // What several of its members must be, one item may be in part and another in part.
  const isEach = /^(?:any|each|every)$/.test(lowerAt(tokens, start - 1));
  if (isEach && (described.kind === 'every' || described.kind === 'some')) return null;
  // "Pushes to main" are pushes: nothing may say that it is about another thing.
  const isOpen = adjectives.kind !== 'always' || rest.length === 0 || noun.words === wholeDelivery;
  const both = every([isOpen ? always : ofKind(noun.words), adjectives, described]);
  return both.kind === 'always' ? kindTest(noun.words) : both;
}

const always: Condition = { kind: 'always' };
const changes: ReadonlyMap<string, string> = new Map([
  ['updates', 'updated'],
  ['creations', 'created'],
  ['deletions', 'deleted'],
  ['cancellations', 'cancelled'],
]);

/** "drafts", "refunds", "paid". */
function readKind(token: Token | undefined): Condition | null {
  const word = singular(token?.lower ?? '');
  if (token?.kind !== 'word' || !/^\p{L}+$/u.test(word) || judgementWords.has(word)) return null;
  return entityNouns.has(word) || isStateWord(word) ? kindTest(word) : null;
}

interface Noun {
  readonly words: string;
  readonly at: number;
  readonly end: number;
}

function nounIn(tokens: readonly Token[]): Noun | null {
  const isNoun = (index: number): boolean => {
    const word = singular(lowerAt(tokens, index));
    return /^prs?$/.test(word) || (entityNouns.has(word) && tokens[index]?.kind === 'word');
  };
  const first = tokens.findIndex((_, index) => isNoun(index));
  if (first === -1 || first > adjectivesMax * 2) return null;
  const at = firstNouns.has(lowerAt(tokens, first - 1)) ? first - 1 : first;
  let end = first + 1;
  while (end < tokens.length && isNoun(end)) end += 1;
  const words = tokens
    .slice(at, end)
    .map(({ lower }) => singular(lower))
    .join(' ');
  return { words: thingNames.get(words) ?? words, at, end };
}

const thingNames: ReadonlyMap<string, string> = new Map([
  ['pr', 'pull request'],
  ['prs', 'pull request'],
  ['event', wholeDelivery],
  ['message', wholeDelivery],
  ['request', wholeDelivery],
]);

/** Each word before the noun is what the thing must be; "paid or shipped orders" may be either. */
function readAdjectives(tokens: readonly Token[], noun: string): Condition | null {
  if (tokens.length === 0) return always;
  // "Paid and open invoices" are two kinds of them, or those that are both.
  if (tokens.some(({ lower }) => lower === 'and' || lower === ',')) return null;
  const words = withAdverbs(tokens.filter(({ lower }) => !['and', 'or', ','].includes(lower)));
  if (words.length > adjectivesMax) return null;
  const [value, name] = words;
  if (words.length === 2 && attributes.has(name?.lower ?? ''))
    return stateTest(`${noun} ${name?.lower ?? ''}`, value?.text ?? '');
  const tests = words.map(({ kind, text, lower }) => {
    const isWord =
      kind === 'text' || (kind === 'word' && (isStateWord(lower) || /ly \p{L}+$|\p{L}{3}ing$/u.test(lower)));
    return isWord ? stateTest(noun, text) : null;
  });
  const known = tests.filter((test) => test !== null);
  if (known.length < tests.length) return null;
  return tokens.some(({ lower }) => lower === 'or') ? some(known) : every(known);
}

/** "Partially paid" is one word of a status. */
function withAdverbs(tokens: readonly Token[]): readonly Token[] {
  const [first, second, ...rest] = tokens;
  if (first === undefined || second === undefined) return tokens;
  if (!first.lower.endsWith('ly') || !isParticiple(second.lower))
    return [first, ...withAdverbs([second, ...rest])];
  const joined = { ...second, text: `${first.text} ${second.text}`, lower: `${first.lower} ${second.lower}` };
  return [joined, ...withAdverbs(rest)];
}

const attributes = wordSet('priority urgency severity status level importance');

/** "with a note", "over 100 EUR from Germany", "that are paid", "whose total is over 100". */
function readDescription(tokens: readonly Token[], noun: readonly Token[]): Condition | null {
  const whole = readPart(tokens, noun);
  if (whole !== null) return namesPlace(whole) || hasReadings(whole) ? null : whole;
  for (let cut = tokens.length - 1; cut > 0; cut -= 1) {
    if (!parts.has(lowerAt(tokens, cut))) continue;
    const end = ['and', ',', 'but'].includes(lowerAt(tokens, cut - 1)) ? cut - 1 : cut;
    const [before, after] = [readPart(tokens.slice(0, end), noun), readPart(tokens.slice(cut), noun)];
    // "From Germany over 100 or from Austria": what the "or" joins is not said.
    if (before === null || after === null) continue;
    if (![before, after].some((part) => part.kind === 'some' || hasReadings(part)))
      return every([before, after]);
  }
  return null;
}

/** "Germany or Austria over 100" is no bound of a field called Austria. */
const namesPlace = (condition: Condition): boolean =>
  condition.kind === 'test'
    ? condition.field.kind === 'field' && countryOf(condition.field.words, 'country') !== null
    : condition.kind === 'not'
      ? namesPlace(condition.of)
      : condition.kind !== 'always' && condition.of.some(namesPlace);

const parts = wordSet(
  'from by with without over above under below to on labelled labeled tagged assigned that which whose where created',
);

function readPart(tokens: readonly Token[], noun: readonly Token[]): Condition | null {
  const first = lowerAt(tokens, 0);
  if (relative.has(first)) return readCondition([...noun, ...tokens.slice(1)]);
  if (openers.has(first)) return readCondition(tokens.slice(1));
  // An amount of a thing is its total.
  const amount = bounds.has(first) ? readCondition([totalToken(tokens), ...withoutOf(tokens)]) : null;
  return amount ?? readCondition(tokens);
}

const withoutOf = (tokens: readonly Token[]): readonly Token[] =>
  lowerAt(tokens, 0) === 'of' ? tokens.slice(1) : tokens;

const totalToken = (tokens: readonly Token[]): Token => {
  const start = tokens[0]?.start ?? 0;
  return { kind: 'word', text: 'total', lower: 'total', start, end: start };
};
