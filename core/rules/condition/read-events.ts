import { wordSet } from '../language/common-words.ts';
import { endOf, lowerAt, type Token } from '../language/token.ts';
import type { Condition } from './condition-tree.ts';
import { literal, testOf } from './make-test.ts';

const nouns = wordSet('event events delivery deliveries webhook webhooks');
const joints = new Set([',', 'or', 'and']);
/** A name that no sentence holds by chance: `order.created`, `payment_intent/failed`. */
const eventName = /^[\p{L}\p{N}]+(?:[._:/-][\p{L}\p{N}]+)+$/u;

/**
 * "order.created and order.updated events", "events of type push.deleted"; null when it is not that. `isLed`: behind
 * "only" or "ignore" names need no noun; nor do they before "only".
 */
export function readEvents(tokens: readonly Token[], isLed: boolean): Condition | null {
  const start = endOf(tokens, 0, /^(?:(?:for|on|to|the|an?|all|any|every) )*/) ?? 0;
  const named = tokens.slice(start);
  const typed = endOf(named, 0, /^(?:events?|deliver(?:y|ies)|webhooks?) of (?:type|kind)s? /);
  if (typed !== null) return readNames(named.slice(typed));
  const last = lowerAt(named, named.length - 1);
  if (nouns.has(last) || last === 'only') return readNames(named.slice(0, -1));
  return isLed ? readNames(named) : null;
}

/** Names with commas, "or" and "and" between them; plain words only in quotation marks. */
function readNames(tokens: readonly Token[]): Condition | null {
  const names = tokens.filter(({ lower, kind }) => kind === 'text' || !joints.has(lower));
  const areNames = names.every(
    ({ kind, text }) => kind === 'text' || (kind === 'word' && eventName.test(text)),
  );
  const isList = names.length > 0 && tokens[0] === names[0] && tokens.at(-1) === names.at(-1);
  if (!areNames || !isList) return null;
  const isBare = names.some(({ kind }) => kind === 'word');
  const values = names.map(({ text }) => text);
  return testOf({ kind: 'field', words: 'event' }, 'eq', literal(values, isBare));
}
