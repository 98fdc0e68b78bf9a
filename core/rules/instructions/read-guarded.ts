import { type Condition, every, not } from '../condition/condition-tree.ts';
import { readCondition } from '../condition/read-condition.ts';
import { conditionAt } from '../condition/read-guard.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { cutsOf, match, oneOf, phrase, slot } from './phrase.ts';
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

const anyWords = (phrases: string): string => phrases.replaceAll(', ', '|');
/** "…, but only if", "… except when": how a condition is put behind an action. The longest first. */
const ending = new RegExp(
  `(?<=^| )(?<!even )(?<comma>, )?(?:(?<forAll>${anyWords('but only if, but only when, but only for deliveries where, provided that, as long as, in case')})|` +
    `(?<denied>${anyWords('but not if, but not when, but never if, but never when, except if, except when, unless')})|` +
    `${anyWords('only if, only when, only where, provided, if, when, whenever')}) `,
  'g',
);
const between = '(?:[,:]|then|please)';
/** Where an action begins behind a condition. */
const action = new RegExp(
  `(?<=^| )(?<!(?:^| )${between} )(?<joint>(?:${between} )*)(?=${oneOf(`${[...actionVerbs].join(' ')} do`)}|for (?:each|every) )`,
  'g',
);
const alternative = phrase(
  slot('first', '(?:\\S+ )+?'),
  '(?:, )?(?:or |and )?(?:otherwise|else) (?:, )?',
  slot('other'),
);

/** "unless A, but B": whether the "but" is denied as well is not said. */
const isMixed = (tokens: readonly Token[]): boolean => tokens.some(({ lower }) => lower === 'but');

const candidatesMax = 32;

const plain = { unsure: [], arrival: null, hasColon: false, otherwise: null } as const;

/** "If …, POST …, otherwise …", "Unless …, reply …", "Reply … if …", "When …:"; null when it is none of these. */
export function readGuarded(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  const arrival = readArrival(tokens);
  if (arrival !== null) {
    const { when, rest, said } = arrival;
    const actions = rest.length === 0 ? [] : readActions(rest, stored);
    if (actions !== null) return { ...plain, when, actions, arrival: { said, when: { kind: 'always' } } };
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
  for (const { before, groups, after } of cutsOf(tokens, action).slice(0, candidatesMax)) {
    const condition = before.length === 0 ? null : readCondition(before);
    const consequences = condition === null ? null : readConsequences(after, stored);
    const hasColon = groups['joint']?.endsWith(': ') === true;
    if (condition !== null && consequences !== null)
      return { ...plain, when: asked(condition), ...consequences, hasColon };
  }
  return null;
}

function readConsequences(
  tokens: readonly Token[],
  stored: StoredHeaders,
): Pick<Guarded, 'actions' | 'otherwise'> | null {
  const whole = readActions(tokens, stored);
  if (whole !== null) return { actions: whole, otherwise: null };
  const { first = [], other = [] } = match(tokens, alternative) ?? {};
  const [actions, otherwise] = [readActions(first, stored), readActions(other, stored)];
  return actions === null || otherwise === null ? null : { actions, otherwise };
}

/** "Reply … only if …", "POST …, but not when …": the condition comes last. */
function readTrailing(tokens: readonly Token[], stored: StoredHeaders): Guarded | null {
  for (const { before, groups, after } of cutsOf(tokens, ending).slice(-candidatesMax).toReversed()) {
    const isDenied = groups['denied'] !== undefined;
    const condition = isDenied && isMixed(after) ? null : readCondition(after);
    const actions = condition === null ? null : readActions(before, stored);
    if (condition === null || actions === null) continue;
    // "For each item, POST … if the quantity is 1" asks each item.
    if (actions.some(({ kind }) => kind === 'each')) return null;
    const isForAll = groups['comma'] !== undefined && (isDenied || groups['forAll'] !== undefined);
    return {
      ...plain,
      when: isDenied ? not(condition) : condition,
      unsure: isForAll ? [] : actions.slice(0, -1),
      actions: isForAll ? actions : actions.slice(-1),
    };
  }
  return null;
}
