import { type Condition, every, not, some } from '../condition/condition-tree.ts';
import { readGuard, stopVerbs } from '../condition/read-guard.ts';
import type { Sentence } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';
import { isPhrase, phrase } from './phrase.ts';
import type { Action, RequestAction, Rule } from './program.ts';
import { readActions, type StoredHeaders } from './read-action.ts';
import { isAboutAnswer, isAboutRun } from './is-about-run.ts';
import { type Arrival, type Guarded, readGuarded } from './read-guarded.ts';
import { isAddress } from './read-request.ts';
import { continuationOf, isHeading, otherwiseOf, withoutLead } from './sentence-frame.ts';

/** What one sentence means: when to do anything at all, or what to do and when. No rules: it only introduces others. */
export type SentenceMeaning =
  | { readonly kind: 'guard'; readonly when: Condition }
  | {
      readonly kind: 'rules';
      readonly rules: readonly Omit<Rule<Action>, 'text'>[];
      /** How the condition is told, where its tests would say more than the owner did. */
      readonly arrival?: Arrival | null;
    };

const stops = `(?:do nothing|${[...stopVerbs].join('|')}) `;
/** "If it is a test, skip it", "do nothing if it is a test". */
const stopped = phrase(
  `(?:(?:if|when|whenever|unless) (?:\\S+ )+${stops}(?:(?:it|this|the|delivery|event) )*|` +
    `${stops}(?:(?:it|this|the|delivery|event) )*(?:if|when|whenever|unless) (?:\\S+ )+)`,
);
const always: Condition = { kind: 'always' };

/** What later sentences need of earlier ones. */
interface Context {
  readonly source: string;
  readonly stored: StoredHeaders;
  /** The conditions of the "if" sentences that an "otherwise" would deny. */
  chain: readonly Condition[];
  /** The condition that a "then" continues; null after an "otherwise", where it could mean both. */
  last: Condition | null;
  /** The condition of what follows a colon: of the items of a list, or of the next line. */
  block: { readonly when: Condition; lines: 'none yet' | 'items' | 'a line' } | null;
  /** A condition with a colon and an action on one line: the next sentence of the line may be under it too. */
  isColonOpen: boolean;
  /** Where the sentence before ended. */
  end: number;
  /** Methods of the requests so far: "the response" is what they bring back. */
  readonly requested: RequestAction['method'][];
}

/** Reads the sentences of a text in their order; null for one that is not understood. */
export function createSentenceReader(
  source: string,
  stored: StoredHeaders,
): (sentence: Sentence) => SentenceMeaning | null {
  const context: Context = {
    source,
    stored,
    chain: [],
    last: always,
    block: null,
    isColonOpen: false,
    end: 0,
    requested: [],
  };
  return (sentence) => {
    const meaning = hasCutAddress(sentence, source) ? null : readSentence(sentence, context);
    context.end = sentence.tokens.at(-1)?.end ?? context.end;
    const before = [...context.requested];
    context.requested.push(...methodsOf(meaning));
    const isAsked =
      context.requested.length > 0 && conditionsOf(meaning).some((when) => isAboutAnswer(when, before));
    return isAsked ? null : meaning;
  };
}

/** "https://…/users/...": what is to be filled in is not written out. */
const hasCutAddress = ({ tokens }: Sentence, source: string): boolean =>
  tokens.some(({ kind, end }) => kind === 'url' && /^(?:\.\.|…)/.test(source.slice(end, end + 2)));

const rulesOf = (meaning: SentenceMeaning | null) => (meaning?.kind === 'rules' ? meaning.rules : []);

const methodsOf = (meaning: SentenceMeaning | null): readonly RequestAction['method'][] =>
  rulesOf(meaning)
    .flatMap(({ actions }) => actions)
    .flatMap((action) =>
      action.kind === 'each' ? action.actions : action.kind === 'request' ? [action] : [],
    )
    .map(({ method }) => method);

const conditionsOf = (meaning: SentenceMeaning | null): readonly Condition[] =>
  meaning?.kind === 'guard' ? [meaning.when] : rulesOf(meaning).map(({ when }) => when);

function readSentence(sentence: Sentence, context: Context): SentenceMeaning | null {
  const { base, perhaps } = enterLine(sentence, context);
  const tokens = withoutLead(sentence.tokens);
  const other = otherwiseOf(tokens);
  if (other !== null) return readOtherwise(other, context);
  if (isHeading(tokens)) return { kind: 'rules', rules: [] };
  // What names an address does something, whatever its words may mean in a filter.
  const mayGuard = context.block === null && !tokens.some(isAddress) && !isAboutRun(tokens);
  const guard = mayGuard ? readGuard(tokens) : null;
  if (guard !== null) {
    // "If it is a test, skip it. Otherwise …": the guard alone decides already. After "If it is paid, run." it would not.
    context.chain = isPhrase(tokens, stopped) ? [not(guard)] : [];
    return { kind: 'guard', when: guard };
  }
  const link = continuationOf(sentence.tokens, isAfterSemicolon(sentence, context));
  const guarded = readGuarded(tokens, context.stored);
  if (guarded !== null) {
    // "Then, if …" may be under the condition of the sentence before.
    const isNext = link === 'same' && context.block === null;
    return addGuarded(guarded, { base, perhaps: isNext ? context.last : perhaps, isNext }, context);
  }
  const actions = readActions(tokens, context.stored);
  if (actions === null) return null;
  if (context.block !== null) return { kind: 'rules', rules: [{ when: base, perhaps, actions }] };
  const hold = link ?? (context.isColonOpen && !sentence.startsLine ? 'perhaps' : null);
  if (hold === null) {
    context.chain = [];
    context.last = always;
    return { kind: 'rules', rules: [{ when: base, perhaps, actions }] };
  }
  if (context.last === null) return null;
  const rule = hold === 'same' ? { when: context.last, perhaps } : { when: base, perhaps: context.last };
  return { kind: 'rules', rules: [{ ...rule, actions }] };
}

/** Which condition a new line is under: that of the list it belongs to. */
function enterLine(
  { startsLine, isItem }: Sentence,
  context: Context,
): { readonly base: Condition; readonly perhaps: Condition | null } {
  const { block } = context;
  if (startsLine) context.isColonOpen = false;
  if (block === null) return { base: always, perhaps: null };
  if (startsLine && block.lines === 'none yet') block.lines = isItem ? 'items' : 'a line';
  else if (startsLine && !isItem) {
    context.block = null;
    // After a list a new line stands alone; after a line that is no item it may be under the colon as well.
    return { base: always, perhaps: block.lines === 'items' ? null : block.when };
  }
  return { base: block.when, perhaps: null };
}

const isAfterSemicolon = ({ tokens, startsLine }: Sentence, { source, end }: Context): boolean =>
  !startsLine && source.slice(end, tokens[0]?.start ?? end).includes(';');

interface Place {
  readonly base: Condition;
  readonly perhaps: Condition | null;
  readonly isNext: boolean;
}

function addGuarded(guarded: Guarded, place: Place, context: Context): SentenceMeaning {
  const { base, perhaps, isNext } = place;
  const when = every([base, guarded.when]);
  context.chain = [...(isNext ? [] : context.chain), when];
  context.last = guarded.otherwise === null ? when : null;
  context.isColonOpen = guarded.hasColon;
  if (guarded.actions.length === 0) context.block = { when, lines: 'none yet' };
  const rules = [
    { when: base, perhaps: when, actions: guarded.unsure },
    { when, perhaps, actions: guarded.actions },
    { when: every([base, not(guarded.when)]), perhaps, actions: guarded.otherwise ?? [] },
  ];
  return {
    kind: 'rules',
    rules: rules.filter(({ actions }) => actions.length > 0),
    arrival: guarded.arrival,
  };
}

function readOtherwise(tokens: readonly Token[], context: Context): SentenceMeaning | null {
  if (context.chain.length === 0) return null;
  // Of the last "if", and of all before it: where these differ, nothing is certain.
  const when = not(context.chain.at(-1) ?? always);
  const perhaps = context.chain.length > 1 ? not(some(context.chain)) : null;
  context.chain = [];
  context.last = null;
  context.block = null;
  if (tokens.length === 0) {
    if (perhaps !== null) return null;
    context.block = { when, lines: 'none yet' };
    return { kind: 'rules', rules: [] };
  }
  const actions = readActions(tokens, context.stored);
  return actions === null ? null : { kind: 'rules', rules: [{ when, perhaps, actions }] };
}
