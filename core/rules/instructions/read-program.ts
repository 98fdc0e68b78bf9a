import { isReadableLength, tooLongSentence } from '../language/readable-length.ts';
import { splitSentences } from '../language/split-sentences.ts';
import { joinRequests } from './join-request-lines.ts';
import type { Action, Program } from './program.ts';
import type { StoredHeaders } from './read-action.ts';
import { createSentenceReader, type SentenceMeaning } from './read-sentence.ts';

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
  readonly read: SentenceMeaning | null;
}

/** Given among the sentences that were not understood, where there is none. */
export const nothingToDo = 'there is nothing to do in it';

/** Reads instructions, sentence by sentence. Every one must be understood, else nothing of it may be done. */
export function readProgram(text: string, stored: StoredHeaders): ReadProgram {
  if (!isReadableLength(text))
    return { state: 'not-understood', sentences: [], understood: [], notUnderstood: [tooLongSentence] };
  const readSentence = createSentenceReader(text, stored);
  const sentences = joinRequests(splitSentences(text))
    .map((sentence) => ({ text: sentence.text, read: readSentence(sentence) }))
    .map((sentence, index, all) => (isContradicted(index, all) ? { ...sentence, read: null } : sentence));
  const understood = sentences.flatMap(({ text: said, read }) => (read === null ? [] : [said]));
  const missed = sentences.flatMap(({ text: said, read }) => (read === null ? [said] : []));
  const program = programOf(sentences);
  const isEmpty = program.guards.length + program.rules.length === 0;
  const notUnderstood = missed.length === 0 && isEmpty ? [nothingToDo] : missed;
  return notUnderstood.length > 0
    ? { state: 'not-understood', sentences, understood, notUnderstood }
    : { state: 'understood', sentences, program };
}

/** "Stop" and "do nothing else" are said of what comes after them: where something does, they are not understood. */
function isContradicted(index: number, sentences: readonly ReadSentence[]): boolean {
  const acts = (each: ReadSentence): boolean =>
    rulesOf(each).some(({ actions }) => actions.some((action) => !isNothing(action)));
  const isActedAfter = sentences.slice(index + 1).some(acts);
  const { read, text = '' } = sentences[index] ?? {};
  if (read?.kind === 'guard' && read.when.kind === 'always')
    return isActedAfter && (/^(?:and |then )*do nothing/i.test(text) || sentences.slice(0, index).some(acts));
  const rules = rulesOf(sentences[index]);
  const hasStop = rules.some(({ actions }) => actions.some(isNothing));
  if (!hasStop) return false;
  const isInside = rules.some(({ actions }) => actions.slice(0, -1).some(isNothing));
  const isUnconditional = rules.every(({ when }) => when.kind === 'always');
  const isElse = /\belse$/i.test(text);
  const isBehindAction = isUnconditional && rules.every(({ actions }) => actions.every(isNothing)) && !isElse;
  return isInside || isActedAfter || (isBehindAction && sentences.some(acts));
}

const isNothing = ({ kind }: Action): boolean => kind === 'nothing';

const rulesOf = (sentence: ReadSentence | undefined) =>
  sentence?.read?.kind === 'rules' ? sentence.read.rules : [];

const programOf = (sentences: readonly ReadSentence[]): Program => ({
  guards: sentences.flatMap(({ text, read }) =>
    read?.kind === 'guard' ? [{ text, when: read.when, perhaps: null, actions: [] }] : [],
  ),
  rules: sentences.flatMap(({ text, read }) =>
    read?.kind === 'rules' ? read.rules.map((rule) => ({ ...rule, text })) : [],
  ),
});
