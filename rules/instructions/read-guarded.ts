import { type Condition, every, not } from '../condition/condition-tree.ts';
import { readCondition } from '../condition/read-condition.ts';
import { conditionAt } from '../condition/read-guard.ts';
import { lowerAt, lowerText, type Token } from '../language/token.ts';
import type { Action } from './program.ts';
import { readActions, type StoredHeaders } from './read-action.ts';
import { readArrival } from './sentence-frame.ts';
import { actionVerbs } from './vocabulary.ts';

export interface Arrival {
  readonly said: string;
  readonly when: Condition;
}

/** A sentence with a condition of its own. Without actions it heads a list. */
export interface Guarded {
  readonly when: Condition;
  readonly actions: readonly Action[];
  /** Actions that a condition at the end may or may not be meant for: "POST … and reply … if …". */
  readonly unsure: readonly Action[];
  /** "When a new order arrives", as it was said, and the condition after it. */
  readonly arrival: Arrival | null;
  /** The condition ends in a colon. */
  readonly hasColon: boolean;
  /** What the same sentence asks for in the other case. */
  readonly otherwise: readonly Action[] | null;
}

/** "…, but only if", "… except when": how a condition is put behind an action. The longest first. */
const endings: readonly {
  readonly words: readonly string[];
  readonly holds: boolean;
  readonly isForAll: boolean;
}[] = [
  ...[
    'but only if',
    'but only when',
    'provided that',
    'as long as',
    'but only for deliveries where',
    'in case',
  ].map(ending(true, true)),
  ...[
    'but not if',
    'but not when',
    'but never if',
    'but never when',
    'except if',
    'except when',
    'unless',
  ].map(ending(false, true)),
  ...['only if', 'only when', 'only where', 'provided', 'if', 'when', 'whenever'].map(ending(true, false)),
].toSorted((one, other) => other.words.length - one.words.length);

function ending(holds: boolean, isForAll: boolean) {
  return (text: string) => ({ words: text.split(' '), holds, isForAll });
}

/** "unless A, but B": whether the "but" is denied as well is not said. */
const isMixed = (tokens: readonly Token[]): boolean => tokens.some(({ lower }) => lower === 'but');

const candidatesMax = 32;

const plain = { unsure: [], arrival: null, hasColon: false, otherwise: null } as const;

/** "If …, POST …, otherwise …", "Unless …, reply …", "Reply … if …", "When …:"; null when it is none of these. */
export function readGuarded(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  const arrival = readArrival(tokens);
  if (arrival !== null) {
    const { end, when } = arrival;
    const rest = tokens.slice(end);
    const actions = rest.length === 0 ? [] : readActions(rest, stored);
    const said = lowerText(tokens.slice(0, end - 1));
    const always: Condition = { kind: 'always' };
    if (actions !== null) return { ...plain, when, actions, arrival: { said, when: always } };
    const inner = readGuarded(rest, stored);
    if (inner?.otherwise !== null) return null;
    return { ...inner, when: every([when, inner.when]), arrival: { said, when: inner.when } };
  }
  const opening = conditionAt(tokens);
  return opening === null
    ? readTrailing(tokens, stored)
    : readLeading(tokens.slice(opening.at), opening.holds, stored);
}

function readLeading(tokens: readonly Token[], holds: boolean, stored: StoredHeaders): Guarded | null {
  if (!holds && isMixed(tokens)) return null;
  const asked = (condition: Condition): Condition => (holds ? condition : not(condition));
  if (lowerAt(tokens, tokens.length - 1) === ':') {
    const condition = readCondition(tokens.slice(0, -1));
    return condition === null ? null : { ...plain, when: asked(condition), actions: [], hasColon: true };
  }
  let candidates = 0;
  for (let index = 1; index < tokens.length; index += 1) {
    if (!startsAction(tokens, index)) continue;
    candidates += 1;
    if (candidates > candidatesMax) return null;
    const condition = readCondition(tokens.slice(0, endOfCondition(tokens, index)));
    const consequence = condition === null ? null : readConsequences(tokens.slice(index), stored);
    const hasColon = lowerAt(tokens, index - 1) === ':';
    if (condition !== null && consequence !== null)
      return { ...plain, when: asked(condition), ...consequence, hasColon };
  }
  return null;
}

const startsAction = (tokens: readonly Token[], index: number): boolean => {
  const { lower = '', kind } = tokens[index] ?? {};
  const isEach = lower === 'for' && /^(?:each|every)$/.test(lowerAt(tokens, index + 1));
  return kind === 'word' && (actionVerbs.has(lower) || lower === 'do' || lower === 'please' || isEach);
};

/** Before the comma, the colon and the "then". */
function endOfCondition(tokens: readonly Token[], actionAt: number): number {
  let end = actionAt;
  while ([',', ':', 'then', 'please'].includes(lowerAt(tokens, end - 1))) end -= 1;
  return end;
}

function readConsequences(
  tokens: readonly Token[],
  stored: StoredHeaders,
): Pick<Guarded, 'actions' | 'otherwise'> | null {
  const whole = readActions(tokens, stored);
  if (whole !== null) return { actions: whole, otherwise: null };
  const index = tokens.findIndex(({ lower }) => lower === 'otherwise' || lower === 'else');
  if (index <= 0) return null;
  const end = ['or', ',', 'and'].includes(lowerAt(tokens, index - 1)) ? index - 1 : index;
  const comma = lowerAt(tokens, end - 1) === ',' ? end - 1 : end;
  const start = lowerAt(tokens, index + 1) === ',' ? index + 2 : index + 1;
  const [actions, otherwise] = [
    readActions(tokens.slice(0, comma), stored),
    readActions(tokens.slice(start), stored),
  ];
  return actions === null || otherwise === null ? null : { actions, otherwise };
}

/** "Reply … only if …", "POST …, but not when …": the condition comes last. */
function readTrailing(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  let candidates = 0;
  for (let index = tokens.length - 1; index > 0 && candidates < candidatesMax; index -= 1) {
    const found = endingAt(tokens, index);
    if (found === undefined) continue;
    candidates += 1;
    const end = lowerAt(tokens, index - 1) === ',' ? index - 1 : index;
    const said = tokens.slice(index + found.words.length);
    const condition = !found.holds && isMixed(said) ? null : readCondition(said);
    const actions = condition === null ? null : readActions(tokens.slice(0, end), stored);
    if (condition === null || actions === null) continue;
    const when = found.holds ? condition : not(condition);
    const isForAll = found.isForAll && end < index;
    return {
      ...plain,
      when,
      unsure: isForAll ? [] : actions.slice(0, -1),
      actions: isForAll ? actions : actions.slice(-1),
    };
  }
  return null;
}

/** The longest ending that begins at a token and is no part of a longer one. */
const endingAt = (tokens: readonly Token[], at: number) =>
  endings.find(({ words }) =>
    words.every(
      (word, offset) => tokens[at + offset]?.kind === 'word' && lowerAt(tokens, at + offset) === word,
    ),
  );
