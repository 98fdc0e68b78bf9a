import { slipsBetween } from '#domain/slips.ts';
import { operatorPhrases } from './condition/operator-phrases.ts';
import { goVerbs, readSentence, stopVerbs } from './condition/read-guard.ts';
import { readProgram } from './instructions/read-program.ts';
import { actionVerbs, sequenceWords, wholeNounsWithAdjective } from './instructions/vocabulary.ts';
import { frameWords } from './language/common-words.ts';
import { splitSentences } from './language/split-sentences.ts';

const wordCharsMin = 4;
/** Corrections of one sentence that are tried. */
const triesMax = 8;
/** Corrections that are named. */
const shownMax = 3;

/** The words of both grammars that a slip of the pen may hit. */
const grammarWords = [
  ...new Set([
    ...operatorPhrases.flatMap(({ words }) => words),
    ...goVerbs,
    ...stopVerbs,
    ...frameWords,
    ...actionVerbs,
    ...sequenceWords.split(' '),
    ...wholeNounsWithAdjective.split(' '),
  ]),
].filter((word) => word.length >= wordCharsMin && /^\p{L}+$/u.test(word));

/** `did you mean "exceeds"?` where sentences of a filter would be understood with that word; else null. */
export const filterSpelling = (notUnderstood: readonly string[]): string | null =>
  question(notUnderstood, (text) => {
    const [sentence, ...rest] = splitSentences(text);
    return sentence !== undefined && rest.length === 0 && readSentence(sentence.tokens) !== null;
  });

/** As {@link filterSpelling}, for sentences of instructions. */
export const instructionsSpelling = (
  notUnderstood: readonly string[],
  storedHeaders: readonly string[],
): string | null =>
  question(notUnderstood, (text) => readProgram(text, storedHeaders).state === 'understood');

/** A question as a sentence after others; nothing where there is none. */
export const asSentence = (asked: string | null): string =>
  asked === null ? '' : ` ${asked.charAt(0).toUpperCase()}${asked.slice(1)}`;

function question(sentences: readonly string[], understands: (text: string) => boolean): string | null {
  const meant = sentences.slice(0, shownMax).flatMap((text) => correction(text, understands) ?? []);
  const words = [...new Set(meant)].map((word) => JSON.stringify(word));
  return words.length === 0 ? null : `did you mean ${words.join(' and ')}?`;
}

/** The word of a grammar with which a sentence is understood in place of one that is near to it. */
function correction(text: string, understands: (text: string) => boolean): string | null {
  const tries = [...text.matchAll(/\p{L}{4,}/gu)].flatMap(({ 0: word, index }) =>
    nearWords(word.toLowerCase()).map((meant) => ({ word, index, meant })),
  );
  const found = tries
    .slice(0, triesMax)
    .find(({ word, index, meant }) =>
      understands(`${text.slice(0, index)}${meant}${text.slice(index + word.length)}`),
    );
  return found?.meant ?? null;
}

function nearWords(word: string): readonly string[] {
  if (grammarWords.includes(word)) return [];
  return grammarWords
    .flatMap((meant) => {
      const slips = slipsBetween(word, meant);
      return slips === null ? [] : [{ meant, slips }];
    })
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, 2)
    .map(({ meant }) => meant);
}
