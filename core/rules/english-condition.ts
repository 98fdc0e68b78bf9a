import type { TurnDelivery } from '#contracts/turn.ts';
import { compileCondition } from './cel/condition.ts';
import { formatExpression } from './cel/format.ts';
import { nearestForm } from './english/nearest.ts';
import { proposalProblem, type NearNames } from './english/proposal-problem.ts';
import { readSentence } from './english/read-sentence.ts';
import { type Surroundings, writeCondition, type Written } from './english/write-condition.ts';
import { isReadableLength, tooLongSentence } from './language/readable-length.ts';
import { splitSentences } from './language/split-sentences.ts';
import { readDocument } from './read-document.ts';

/** The surroundings in which English is read. */
export interface EnglishContext {
  /** Stored deliveries, or the samples of the sender; newest first; may be empty. */
  readonly samples: readonly TurnDelivery[];
  /** The id of the sender; `generic` where there is none. */
  readonly sender: string;
}

interface NotUnderstood {
  readonly state: 'not-understood';
  readonly notUnderstood: readonly string[];
  /** A form of the small English that may have been meant. */
  readonly nearest: string | null;
}

export type EnglishCondition =
  /** `text`: a condition in CEL that compiles. `fields`: the words of the owner, and the place in CEL that they became. */
  | {
      readonly state: 'understood';
      readonly text: string;
      readonly fields: readonly { readonly words: string; readonly place: string }[];
    }
  | NotUnderstood;

export type ProposedCondition =
  /** `problem`: why it is only proposed, as a sentence. `near`: names in the samples that may have been meant. */
  | {
      readonly state: 'adopted' | 'proposed';
      readonly text: string;
      readonly problem: string | null;
      readonly near: readonly NearNames[];
    }
  | NotUnderstood;

/** Reads a filter, or the condition of a sentence of instructions, in the small English. */
export function readEnglishCondition(text: string, context: EnglishContext): EnglishCondition {
  const read = readWhole(text, surroundingsOf(context));
  if (read.state === 'not-understood') return read;
  const fields = read.written.tests.map(({ test, place }) => ({ words: test.field, place: place.cel }));
  return { state: 'understood', text: read.text, fields };
}

/** The condition of a filter, and whether it holds for the samples: a form that is understood may name what is not there. */
export function proposeCondition(text: string, context: EnglishContext): ProposedCondition {
  const at = surroundingsOf(context);
  const read = readWhole(text, at);
  if (read.state === 'not-understood') return read;
  const { problem, near } = proposalProblem(read.written, at);
  return { state: problem === null ? 'adopted' : 'proposed', text: read.text, problem, near };
}

const surroundingsOf = ({ samples, sender }: EnglishContext): Surroundings => ({
  documents: samples.map(readDocument),
  sender,
});

type ReadWhole =
  | { readonly state: 'understood'; readonly text: string; readonly written: Written }
  | NotUnderstood;

function readWhole(text: string, at: Surroundings): ReadWhole {
  const read = readSentences(text, at);
  if (read.state === 'understood' || !isReadableLength(text)) return read;
  const nearest = nearestForm(text, (other) => readSentences(other, at).state === 'understood');
  return { ...read, nearest };
}

/** All sentences must be understood. */
function readSentences(text: string, at: Surroundings): ReadWhole {
  if (!isReadableLength(text)) return notUnderstood([tooLongSentence]);
  const sentences = splitSentences(text);
  const read = sentences.map((sentence) => {
    const condition = readSentence(sentence, text);
    const written = condition && writeCondition(condition.tree, condition.sense === 'skip', at);
    return { sentence, sense: condition?.sense, written };
  });
  const unread = read.filter(({ written }) => written === null).map(({ sentence }) => sentence.text);
  const parts = read.map(({ written }) => written).filter((written) => written !== null);
  // "Run when A. Run when B." may mean either of them.
  const passing = read.filter(({ sense }) => sense !== 'skip');
  const isEither = passing.length > 1 && passing.some(({ sense }) => sense === 'run');
  if (unread.length > 0 || parts.length === 0 || isEither)
    return notUnderstood(unread.length > 0 ? unread : [text]);
  const written = {
    all: [...new Set(parts.flatMap(({ all }) => all))],
    tests: parts.flatMap(({ tests }) => tests),
  };
  const compiled = compileCondition(written.all.join(' && '));
  return compiled.state === 'compiled'
    ? { state: 'understood', text: formatExpression(compiled.condition.expression), written }
    : notUnderstood([text]);
}

const notUnderstood = (sentences: readonly string[]): NotUnderstood => ({
  state: 'not-understood',
  notUnderstood: sentences,
  nearest: null,
});
