import { slipsBetween } from '#domain/slips.ts';
import { joiners, openers, operatorWords } from './vocabulary.ts';

const wordCharsMin = 4;
/** Corrections that are tried. */
const triesMax = 8;

const known = [
  ...new Set(
    [
      ...operatorWords,
      ...Object.keys(joiners),
      ...openers.flatMap(([pattern]) => pattern.source.split(/[^a-z]+/)),
    ].filter((word) => word.length >= wordCharsMin),
  ),
];

/** The text with one word of the small English in place of one that was misspelt; null where that is not understood either. */
export function nearestForm(text: string, understands: (text: string) => boolean): string | null {
  const corrected = [...text.matchAll(/[a-z]{4,}/gi)].flatMap(({ 0: word, index }) =>
    known
      .filter((meant) => word.toLowerCase() !== meant && slipsBetween(word.toLowerCase(), meant) !== null)
      .map((meant) => `${text.slice(0, index)}${meant}${text.slice(index + word.length)}`),
  );
  return corrected.slice(0, triesMax).find(understands) ?? null;
}
