import type { Plan, PlanStep } from '#contracts/plan.ts';
import type { Sentence } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';
import { match } from './plan-phrase.ts';
import type { Action } from './plan-request.ts';
import {
  denied,
  readSentence,
  readWhen,
  scopeAfter,
  type SentenceReader,
  type When,
} from './plan-sentence.ts';

/** What was read so far, and what the next sentence may continue. */
export interface Read {
  readonly reader: SentenceReader;
  readonly done: readonly { readonly action: Action; readonly when: string | null }[];
  /** Of "Only act if …": the conditions of all that follows. */
  readonly guards: readonly When[];
  /** The condition that "Then" and the items of a list continue. */
  readonly open: When | null;
  /** The condition of "Otherwise"; null where it could be of two sentences, or of none. */
  readonly otherwise: When | null;
  readonly isBlock: boolean;
  readonly wasIf: boolean;
  /** The index after the sentence before. */
  readonly end: number;
  readonly does: string;
}

export const start = (reader: SentenceReader): Read => ({
  reader,
  done: [],
  guards: [],
  open: null,
  otherwise: null,
  isBlock: false,
  wasIf: false,
  end: 0,
  does: '',
});

const guard = /^only (?:act|run|proceed|continue) (?:if|when) (?<condition>(?:\S+ )+)$/d;
const otherwise = /^(?:otherwise|else) (?:[,:] )?(?<rest>(?:\S+ )*)$/d;
const then = /^(?:and )?then (?:, )?(?<rest>(?:\S+ )+)$/d;
const block = /^(?:if|when) (?<condition>(?:\S+ )+): $/d;

/** Reads one more sentence; null where it has no form, or could belong to the sentence before or not. */
export function readNext(read: Read, sentence: Sentence): Read | null {
  const { tokens } = sentence;
  const next = { ...read, isBlock: false, end: tokens.at(-1)?.end ?? read.end };
  const inList = read.isBlock && sentence.isItem;
  if (inList) return act(tokens, { ...next, isBlock: true, otherwise: read.otherwise }, read.open);
  return (
    readGuard(tokens, next) ??
    readBlock(tokens, next) ??
    readOtherwise(tokens, next) ??
    readThen(tokens, next) ??
    readPlain(tokens, next, read.end)
  );
}

function readGuard(tokens: readonly Token[], read: Read): Read | null {
  const { condition } = match(tokens, guard) ?? {};
  const when =
    condition === undefined || read.done.length > 0 ? null : readWhen(condition, false, read.reader);
  return when && { ...read, guards: [...read.guards, when], does: `Acts only ${when.words}.` };
}

function readBlock(tokens: readonly Token[], read: Read): Read | null {
  const { condition } = match(tokens, block) ?? {};
  const when = condition === undefined ? null : readWhen(condition, false, read.reader);
  return when && { ...opened(read, when), isBlock: true, does: `Goes on ${when.words}.` };
}

/** After one "if" its denial; after two it is not said of which. */
const opened = (read: Read, open: When): Read => ({
  ...read,
  open,
  otherwise: read.wasIf ? null : denied(open),
  wasIf: true,
});

function readOtherwise(tokens: readonly Token[], read: Read): Read | null {
  const { rest } = match(tokens, otherwise) ?? {};
  if (rest === undefined || read.otherwise === null) return null;
  const next = { ...read, open: read.otherwise, otherwise: null, wasIf: false };
  return rest.length === 0
    ? { ...next, isBlock: true, does: `Goes on ${next.open.words}.` }
    : act(rest, next, next.open);
}

function readThen(tokens: readonly Token[], read: Read): Read | null {
  const { rest } = match(tokens, then) ?? {};
  if (rest === undefined) return null;
  const next = read.open === null ? readPlain(rest, read, read.end) : act(rest, read, read.open);
  // "For each … Then POST …" does not say whether that is for each.
  const isLoop = read.done.at(-1)?.action.step?.forEach !== undefined;
  return isLoop && next?.done.slice(read.done.length).some(({ action }) => action.step) ? null : next;
}

function readPlain(tokens: readonly Token[], read: Read, end: number): Read | null {
  const found = readSentence(tokens, read.reader);
  if (found === null) return null;
  if (found.when !== null) return add(found.actions, opened(read, found.when), found.when);
  // Behind a semicolon it is not clear whether the condition counts as well.
  const isTied = read.open !== null && read.reader.source.slice(end, tokens[0]?.start).includes(';');
  return isTied ? null : add(found.actions, { ...read, open: null, otherwise: null, wasIf: false }, null);
}

/** What is done under a condition that was said before has none of its own. */
function act(tokens: readonly Token[], read: Read, when: When | null): Read | null {
  const found = readSentence(tokens, read.reader);
  return found === null || found.when !== null ? null : add(found.actions, read, when);
}

function add(actions: readonly Action[], read: Read, own: When | null): Read {
  const conditions = [...read.guards, ...(own === null ? [] : [own])].map(({ cel }) => cel);
  const when =
    conditions.length > 1 ? conditions.map((cel) => `(${cel})`).join(' && ') : (conditions[0] ?? null);
  const { reader } = read;
  const sayings = actions.map(({ does }, index) =>
    index === 0 ? does : does.charAt(0).toLowerCase() + does.slice(1),
  );
  return {
    ...read,
    reader: { ...reader, scope: scopeAfter(reader.scope, actions) },
    done: [...read.done, ...actions.map((action) => ({ action, when }))],
    does: `${sayings.join(', then ')}${own === null ? '' : `, ${own.words}`}.`,
  };
}

/** All that was read as one plan; null where there is nothing to do, or too much. */
export function planOf({ done }: Read): Plan | null {
  const steps = done.flatMap(({ action, when }): PlanStep[] =>
    action.step === undefined ? [] : [{ ...(when !== null && { when }), ...action.step }],
  );
  const parts = done.flatMap(({ action: { text }, when }) => (text === undefined ? [] : [{ when, text }]));
  const isPlain = parts.every(({ when }) => when === null);
  const answer = isPlain
    ? parts.map(({ text }) => text).join('\n')
    : parts.map(({ when, text }) => ({ ...(when !== null && { when }), text }));
  if (done.length === 0 || steps.length > stepsMax || parts.length > stepsMax) return null;
  return { steps, answer: parts.length === 0 ? null : answer };
}

const stepsMax = 20;
