import type { Plan } from '#contracts/plan.ts';
import { type EnglishContext, readEnglishCondition } from './english-condition.ts';
import { nothingRead, planOf, readNext } from './english/plan-group.ts';
import { nowhere } from './english/plan-value.ts';
import { joinRequests } from './english/plan-lines.ts';
import { formSentence, nearestForm } from './english/plan-nearest.ts';
import type { SentenceReader } from './english/plan-sentence.ts';
import { isReadableLength, tooLongSentence } from './language/readable-length.ts';
import { type Sentence, splitSentences } from './language/split-sentences.ts';
import { compilePlan } from './plan.ts';
import { readDocument } from './read-document.ts';

interface ReadEnglish<Does> {
  readonly text: string;
  /** In plain words; null where the sentence is not understood. */
  readonly does: Does;
}

export type EnglishPlan =
  | {
      readonly state: 'understood';
      readonly plan: Plan;
      readonly sentences: readonly ReadEnglish<string>[];
    }
  | {
      readonly state: 'not-understood';
      readonly understood: readonly string[];
      readonly notUnderstood: readonly string[];
      /** A sentence with a form of the small English that may have been meant. */
      readonly nearest: string | null;
      readonly sentences: readonly ReadEnglish<string | null>[];
    };

/** Reads instructions in the small English as a plan: all of them, or none. */
export function readEnglishPlan(
  text: string,
  context: EnglishContext,
  readCondition = readEnglishCondition,
): EnglishPlan {
  if (!isReadableLength(text)) return notUnderstood([{ text: tooLongSentence, does: null }], null);
  let hint: string | null = null;
  const reader = {
    source: text,
    scope: {
      ...nowhere,
      documents: context.samples.map(readDocument),
    },
    readCondition: (condition: string): string | null => {
      const read = readCondition(condition, context);
      if (read.state === 'not-understood') hint ??= read.nearest;
      return read.state === 'understood' ? read.text : null;
    },
  };
  const { read, sentences } = readAll(joinRequests(splitSentences(text)), reader);
  const plan = planOf(read);
  const understood = sentences.filter((sentence): sentence is ReadEnglish<string> => sentence.does !== null);
  const isSound = plan !== null && compilePlan(plan).state === 'compiled';
  if (isSound && understood.length === sentences.length)
    return { state: 'understood', plan, sentences: understood };
  // A text of mere punctuation has no sentence.
  const isUnsaid = sentences.length === 0 && text.trim() !== '';
  return notUnderstood(isUnsaid ? [{ text: text.trim(), does: null }] : sentences, hint);
}

/** A sentence that is not understood is left out, so that those after it are still read. */
function readAll(sentences: readonly Sentence[], reader: SentenceReader) {
  let read = nothingRead;
  let end = 0;
  const said = sentences.map((sentence): ReadEnglish<string | null> => {
    // Behind a semicolon it is not clear whether a condition counts as well.
    const isTied = reader.source.slice(end, sentence.tokens[0]?.start).includes(';');
    end = sentence.tokens.at(-1)?.end ?? end;
    const next = isTied ? null : readNext(read, sentence.tokens, reader);
    read = next ?? read;
    return { text: sentence.text, does: next?.does ?? null };
  });
  return { read, sentences: said };
}

function notUnderstood(sentences: readonly ReadEnglish<string | null>[], hint: string | null): EnglishPlan {
  const [yes, no] = [true, false].map((isRead) =>
    sentences.filter(({ does }) => (does !== null) === isRead).map(({ text }) => text),
  );
  return {
    state: 'not-understood',
    understood: yes ?? [],
    notUnderstood: no ?? [],
    nearest: formSentence(hint) ?? nearestForm(no?.[0] ?? ''),
    sentences,
  };
}
