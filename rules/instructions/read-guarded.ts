import { type Condition, every, not } from '../condition/condition-tree.ts';
import { readCondition } from '../condition/read-condition.ts';
import { conditionAt } from '../condition/read-guard.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { Action } from './program.ts';
import { readActions, type StoredHeaders } from './read-action.ts';
import { readArrival } from './sentence-frame.ts';
import { actionVerbs } from './vocabulary.ts';

/** A sentence with a condition of its own. Without actions it heads a list. */
export interface Guarded {
  readonly when: Condition;
  readonly actions: readonly Action[];
  /** What the same sentence asks for in the other case. */
  readonly otherwise: readonly Action[] | null;
}

const openers: Readonly<Record<string, boolean>> = { if: true, when: true, whenever: true, unless: false };
const candidatesMax = 32;

/** "If …, POST …, otherwise …", "Unless …, reply …", "Reply … if …", "When …:"; null when it is none of these. */
export function readGuarded(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  const arrival = readArrival(tokens);
  if (arrival !== null) {
    const { end, when } = arrival;
    const rest = tokens.slice(end);
    const actions = rest.length === 0 ? [] : readActions(rest, stored);
    if (actions !== null) return { when, actions, otherwise: null };
    const inner = readGuarded(rest, stored);
    return inner?.otherwise === null ? { ...inner, when: every([when, inner.when]) } : null;
  }
  const opening = conditionAt(tokens);
  return opening === null
    ? readTrailing(tokens, stored)
    : readLeading(tokens.slice(opening.at), opening.holds, stored);
}

function readLeading(tokens: readonly Token[], holds: boolean, stored: StoredHeaders): Guarded | null {
  const asked = (condition: Condition): Condition => (holds ? condition : not(condition));
  if (lowerAt(tokens, tokens.length - 1) === ':') {
    const condition = readCondition(tokens.slice(0, -1));
    return condition === null ? null : { when: asked(condition), actions: [], otherwise: null };
  }
  let candidates = 0;
  for (let index = 1; index < tokens.length; index += 1) {
    if (!startsAction(tokens, index)) continue;
    candidates += 1;
    if (candidates > candidatesMax) return null;
    const condition = readCondition(tokens.slice(0, endOfCondition(tokens, index)));
    const consequence = condition === null ? null : readConsequences(tokens.slice(index), stored);
    if (condition !== null && consequence !== null) return { when: asked(condition), ...consequence };
  }
  return null;
}

const startsAction = (tokens: readonly Token[], index: number): boolean => {
  const { lower = '', kind } = tokens[index] ?? {};
  return kind === 'word' && (actionVerbs.has(lower) || lower === 'do' || lower === 'please');
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

/** "Reply … only if …": the condition comes last. */
function readTrailing(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  for (let index = tokens.length - 1; index > 0; index -= 1) {
    const { lower = '', kind } = tokens[index] ?? {};
    const holds = kind === 'word' ? openers[lower] : undefined;
    if (holds === undefined) continue;
    const only = lowerAt(tokens, index - 1) === 'only' ? index - 1 : index;
    const end = lowerAt(tokens, only - 1) === ',' ? only - 1 : only;
    const condition = readCondition(tokens.slice(index + 1));
    const actions = condition === null ? null : readActions(tokens.slice(0, end), stored);
    if (condition === null || actions === null) return null;
    return { when: holds ? condition : not(condition), actions, otherwise: null };
  }
  return null;
}
