import { wordCount } from './word-count.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The longest beginning of whole sentences within a number of words; of a longer first sentence, its first words. */
export function cutAtSentence(text: string, wordsMax: number): { text: string; isTruncated: boolean } {
  if (wordCount(text) <= wordsMax) return { text, isTruncated: false };
  let count = 0;
  let end = 0;
  for (const { segment, index } of sentences.segment(text)) {
    count += wordCount(segment);
    if (count > wordsMax) break;
    end = index + segment.length;
  }
  const kept = text.slice(0, end).trimEnd();
  return { text: kept === '' ? firstWords(text, wordsMax) : kept, isTruncated: true };
}

function firstWords(text: string, wordsMax: number): string {
  let left = wordsMax;
  let end = 0;
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    const count = wordCount(run);
    if (count > left) {
      // Only a run in a script without blanks holds several words.
      end = left > 0 && count > 1 ? index + firstSegments(run, left) : end;
      break;
    }
    left -= count;
    end = index + run.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The end of the first segments of a run, words and other signs alike. */
function firstSegments(run: string, segmentsMax: number): number {
  const segments = [...words.segment(run)].slice(0, segmentsMax);
  return segments.reduce((length, { segment }) => length + segment.length, 0);
}
