import type { Plan, PlanStep } from '#contracts/plan.ts';
import type { Token } from '../language/token.ts';
import { match } from './plan-phrase.ts';
import type { Action } from './plan-request.ts';
import {
  denied,
  type ReadSentence,
  readSentence,
  readWhen,
  requestedBy,
  type SentenceReader,
  type When,
} from './plan-sentence.ts';

/** The sentences that were read so far, and what the next sentence may continue. */
export interface Read {
  readonly done: readonly { readonly action: Action; readonly when: string | null }[];
  /** The conditions of all that follows "Only act if …". */
  readonly guards: readonly When[];
  /** The condition that "Then" continues. */
  readonly open: When | null;
  /** The condition of "Otherwise", and how much was done before it was asked; null where it could be of two sentences, or of none. */
  readonly otherwise: { readonly when: When; readonly from: number } | null;
  readonly wasIf: boolean;
  /** "If …: A. B.": whether B belongs to it is not clear, unless it begins with "Then" or "Otherwise". */
  readonly isOpen: boolean;
  /** The last sentence in plain words. */
  readonly does: string;
}

export const nothingRead: Read = {
  done: [],
  guards: [],
  open: null,
  otherwise: null,
  wasIf: false,
  isOpen: false,
  does: '',
};

const guard = /^only (?:act|run|proceed|continue) (?:if|when) (?<condition>(?:\S+ )+)$/d;
const otherwise = /^(?:otherwise|else) (?:[,:] )?(?<rest>(?:\S+ )+)$/d;
const openDenial = /^(?:otherwise|else) : /;
const then = /^(?:and )?then (?:, )?(?<rest>(?:\S+ )+)$/d;

/** Reads one more sentence; null where it has no form, or could belong to the sentence before or not. */
export function readNext(read: Read, tokens: readonly Token[], reader: SentenceReader): Read | null {
  const { condition } = match(tokens, guard) ?? {};
  const { rest: denial } = match(tokens, otherwise) ?? {};
  const { rest: more } = match(tokens, then) ?? {};
  const after = (from: number): SentenceReader => ({
    ...reader,
    scope: { ...reader.scope, requested: requestedBy(read.done.slice(0, from).map(({ action }) => action)) },
  });
  const here = after(read.done.length);
  if (condition !== undefined) {
    const when = read.done.length > 0 ? null : readWhen(condition, false, here);
    return when && { ...read, guards: [...read.guards, when], does: `Acts only ${when.words}.` };
  }
  if (denial !== undefined) {
    if (read.otherwise === null) return null;
    const { when, from } = read.otherwise;
    const isOpen = match(tokens, openDenial) !== null;
    return add(readSentence(denial, after(from)), { ...read, otherwise: null, wasIf: false, isOpen }, when);
  }
  if (read.isOpen && more === undefined) return null;
  const found = readSentence(more ?? tokens, here);
  // "For each … Then POST …" does not say whether that is for each.
  const isLoop = more !== undefined && read.done.at(-1)?.action.step?.forEach !== undefined;
  if (isLoop && found?.actions.some(({ step }) => step !== undefined) === true) return null;
  return add(found, read, more === undefined ? null : read.open);
}

function add(found: ReadSentence | null, read: Read, before: When | null): Read | null {
  // A step under a condition that was said before has none of its own.
  if (found === null || (before !== null && found.when !== null)) return null;
  const open = before ?? found.when;
  const conditions = [...read.guards, ...(open === null ? [] : [open])].map(({ cel }) => cel);
  const when =
    conditions.length > 1 ? conditions.map((cel) => `(${cel})`).join(' && ') : (conditions[0] ?? null);
  const otherwise =
    found.when === null || read.wasIf ? null : { when: denied(found.when), from: read.done.length };
  return {
    ...read,
    done: [...read.done, ...found.actions.map((action) => ({ action, when }))],
    open,
    otherwise: before === null ? otherwise : read.otherwise,
    wasIf: before === null ? found.when !== null : read.wasIf,
    isOpen: read.isOpen || found.isOpen,
    does: `${found.actions.map(({ does }) => does).join(', then: ')}${open === null ? '' : `, ${open.words}`}.`,
  };
}

const partsMax = 20;

/** All that was read as one plan; null where there is nothing to do, or too much. */
export function planOf({ done }: Read): Plan | null {
  const of = (when: string | null): { when?: string } => (when === null ? {} : { when });
  const steps = done.flatMap(({ action: { step }, when }): PlanStep[] =>
    step === undefined ? [] : [{ ...of(when), ...step }],
  );
  const parts = done.flatMap(({ action: { text }, when }) =>
    text === undefined ? [] : [{ ...of(when), text }],
  );
  const isPlain = parts.every(({ when }) => when === undefined);
  if (done.length === 0 || steps.length > partsMax || parts.length > partsMax) return null;
  return {
    steps,
    answer: parts.length === 0 ? null : isPlain ? parts.map(({ text }) => text).join('\n') : parts,
  };
}
