import { articles, wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { type Condition, not, type Test } from './condition-tree.ts';

const leads = wordSet(
  'please only just run wake up process handle accept allow trigger act react respond for on to',
);
const stops = wordSet('ignore skip drop discard reject exclude');
const nouns = wordSet('event events delivery deliveries webhook webhooks');
const joints = new Set([',', 'or', 'and']);
/** A name that no sentence holds by chance: `order.created`, `payment_intent/failed`. */
const eventName = /^[\p{L}\p{N}]+(?:[._:/-][\p{L}\p{N}]+)+$/u;

/** "only order.created and order.updated events", "ignore events of type push.deleted"; null when it is not that. */
export function readEvents(tokens: readonly Token[], isLed = false): Condition | null {
  let at = lowerAt(tokens, 0) === 'please' ? 1 : 0;
  const isStop = stops.has(lowerAt(tokens, at));
  if (isStop) at += 1;
  while (leads.has(lowerAt(tokens, at)) || articles.has(lowerAt(tokens, at))) at += 1;
  const named = tokens.slice(at);
  // "Only invoice.paid" and "invoice.paid only" need no noun.
  const isLast = lowerAt(named, named.length - 1) === 'only';
  const names =
    namesIn(named) ?? (at > 0 || isLast || isLed ? readNames(isLast ? named.slice(0, -1) : named) : null);
  if (names === null) return null;
  const test: Test = {
    kind: 'test',
    field: { kind: 'field', words: 'event' },
    op: 'eq',
    values: names.values,
    quantifier: 'any',
    isState: false,
    ...(names.isBare && { isBare: true }),
  };
  return isStop ? not(test) : test;
}

function namesIn(tokens: readonly Token[]): Names | null {
  if (nouns.has(tokens.at(-1)?.lower ?? '')) return readNames(tokens.slice(0, -1));
  const isTyped =
    nouns.has(lowerAt(tokens, 0)) &&
    lowerAt(tokens, 1) === 'of' &&
    /^(?:type|kind)s?$/.test(lowerAt(tokens, 2));
  return isTyped ? readNames(tokens.slice(3)) : null;
}

interface Names {
  readonly values: readonly string[];
  /** One of them was written without quotation marks. */
  readonly isBare: boolean;
}

/** Names with commas, "or" and "and" between them; plain words only in quotation marks. */
function readNames(tokens: readonly Token[]): Names | null {
  const names = tokens.filter(({ lower, kind }) => kind === 'text' || !joints.has(lower));
  const areNames = names.every(
    ({ kind, text }) => kind === 'text' || (kind === 'word' && eventName.test(text)),
  );
  const [first, last] = [tokens[0], tokens.at(-1)];
  const isList = first !== undefined && first === names[0] && last === names.at(-1);
  const isBare = names.some(({ kind }) => kind === 'word');
  return areNames && isList ? { values: names.map(({ text }) => text), isBare } : null;
}
