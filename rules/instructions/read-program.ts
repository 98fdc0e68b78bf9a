import { type Condition, every, not, some } from '../condition/condition-tree.ts';
import { readGuard } from '../condition/read-guard.ts';
import { isReadableLength, tooLongSentence } from '../language/readable-length.ts';
import { type Sentence, splitSentences } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';
import { joinRequests } from './join-request-lines.ts';
import type { Action, Program, Rule } from './program.ts';
import { readActions, type StoredHeaders } from './read-action.ts';
import { readGuarded } from './read-guarded.ts';
import { isHeading, isSequenced, otherwiseOf, withoutLead } from './sentence-frame.ts';

export type ReadProgram = { readonly sentences: readonly ReadSentence[] } & (
  | { readonly state: 'understood'; readonly program: Program }
  | {
      readonly state: 'not-understood';
      readonly understood: readonly string[];
      readonly notUnderstood: readonly string[];
    }
);

/** A sentence of the instructions, and what it was understood as. */
export interface ReadSentence {
  readonly text: string;
  /** Null: not understood. */
  readonly read: Read | null;
}

/** Given among the sentences that were not understood, where there is none. */
export const nothingToDo = 'there is nothing to do in it';

const always: Condition = { kind: 'always' };

/** What later sentences need of earlier ones. */
interface Context {
  /** The conditions of the "if" sentences that an "otherwise" would deny. */
  chain: readonly Condition[];
  /** The condition that a "then" continues; null after an "otherwise", where it could mean both. */
  last: Condition | null;
  /** The condition of a list that follows a colon. */
  block: Condition | null;
}

/** Reads instructions, sentence by sentence. Every one must be understood, else nothing of it may be done. */
export function readProgram(text: string, stored: StoredHeaders): ReadProgram {
  if (!isReadableLength(text))
    return { state: 'not-understood', sentences: [], understood: [], notUnderstood: [tooLongSentence] };
  const context: Context = { chain: [], last: always, block: null };
  const sentences = joinRequests(splitSentences(text)).map((sentence) => ({
    text: sentence.text,
    read: readSentence(sentence, context, stored),
  }));
  const understood = sentences.flatMap(({ text: said, read }) => (read === null ? [] : [said]));
  const missed = sentences.flatMap(({ text: said, read }) => (read === null ? [said] : []));
  const program = programOf(sentences);
  const isEmpty = program.guards.length + program.rules.length === 0;
  const notUnderstood = missed.length === 0 && isEmpty ? [nothingToDo] : missed;
  return notUnderstood.length > 0
    ? { state: 'not-understood', sentences, understood, notUnderstood }
    : { state: 'understood', sentences, program };
}

const programOf = (sentences: readonly ReadSentence[]): Program => ({
  guards: sentences.flatMap(({ text, read }) =>
    read?.kind === 'guard' ? [{ text, when: read.when, actions: [] }] : [],
  ),
  rules: sentences.flatMap(({ text, read }) =>
    read?.kind === 'rules' ? read.rules.map((rule) => ({ ...rule, text })) : [],
  ),
});

/** What one sentence means: when to do anything at all, or what to do and when. No rules: it only introduces others. */
type Read =
  | { readonly kind: 'guard'; readonly when: Condition }
  | { readonly kind: 'rules'; readonly rules: readonly Omit<Rule<Action>, 'text'>[] };

function readSentence(sentence: Sentence, context: Context, stored: StoredHeaders): Read | null {
  const { isItem, startsLine } = sentence;
  if (startsLine && !isItem) context.block = null;
  const base = context.block ?? always;
  const isNext = isSequenced(sentence.tokens);
  const tokens = withoutLead(sentence.tokens);
  const other = otherwiseOf(tokens);
  if (other !== null) return readOtherwise(other, context, stored);
  if (isHeading(tokens)) return { kind: 'rules', rules: [] };
  const guard = context.block === null ? readGuard(tokens) : null;
  if (guard !== null) return { kind: 'guard', when: guard };
  const guarded = readGuarded(tokens, stored);
  if (guarded !== null) {
    const when = every([base, guarded.when]);
    context.chain = [...(isNext ? [] : context.chain), when];
    context.last = guarded.otherwise === null ? when : null;
    if (guarded.actions.length === 0) context.block = when;
    const denied = { when: every([base, not(guarded.when)]), actions: guarded.otherwise ?? [] };
    return { kind: 'rules', rules: [{ when, actions: guarded.actions }, denied].filter(hasActions) };
  }
  const actions = readActions(tokens, stored);
  if (actions === null) return null;
  if (!isNext || context.block !== null) {
    if (context.block === null) context.chain = [];
    if (context.block === null) context.last = always;
    return { kind: 'rules', rules: [{ when: base, actions }] };
  }
  return context.last === null ? null : { kind: 'rules', rules: [{ when: context.last, actions }] };
}

const hasActions = ({ actions }: { readonly actions: readonly Action[] }): boolean => actions.length > 0;

function readOtherwise(tokens: readonly Token[], context: Context, stored: StoredHeaders): Read | null {
  if (context.chain.length === 0) return null;
  const when = not(some(context.chain));
  context.chain = [];
  context.last = null;
  context.block = null;
  if (tokens.length === 0) {
    context.block = when;
    return { kind: 'rules', rules: [] };
  }
  const actions = readActions(tokens, stored);
  return actions === null ? null : { kind: 'rules', rules: [{ when, actions }] };
}
