import { wordCount } from './word-count.ts';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The longest beginning of whole sentences within a number of words; of a longer first sentence, its first words. */
export function cutAtSentence(text: string, wordsMax: number): { text: string; isTruncated: boolean } {
  if (wordCount(text) <= wordsMax) return { text, isTruncated: false };
  let words = 0;
  let end = 0;
  for (const { segment, index } of sentences.segment(text)) {
    words += wordCount(segment);
    if (words > wordsMax) break;
    end = index + segment.length;
  }
  const kept = text.slice(0, end).trimEnd();
  return { text: kept === '' ? firstWords(text, wordsMax) : kept, isTruncated: true };
}

function firstWords(text: string, wordsMax: number): string {
  let words = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    // Counting what stands so far would be quadratic; a segment is at most one word more.
    words += segment.trim() === '' ? 0 : 1;
    if (words > wordsMax) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
