import { quoteText } from '../language/quote.ts';

const textCharsMax = 100_000;
const sentenceCharsMax = 200;
const bestCount = 2;
const commonWordLength = 3;

/** The first sentence and the two that share most words with the rest, quoted verbatim. */
export function summariseText(source: string, isHtml = false): string {
  const text = (isHtml ? withoutTags(source) : source).slice(0, textCharsMax).trim();
  const sentences = segment(text, 'sentence').map((part) => part.trim());
  const [first, ...others] = sentences.filter((sentence) => sentence !== '');
  if (first === undefined) return 'The text is empty.';
  const best = new Set(rank(others, frequencies(text)).slice(0, bestCount));
  const chosen = [first, ...others.filter((sentence) => best.has(sentence))];
  const rest = sentences.length - chosen.length;
  const quoted = chosen.map((sentence) => quoteText(sentence, sentenceCharsMax)).join(' ');
  return rest > 0 ? `${quoted} (${rest} more sentence${rest === 1 ? '' : 's'})` : quoted;
}

const segmenters = {
  sentence: new Intl.Segmenter('en', { granularity: 'sentence' }),
  word: new Intl.Segmenter('en', { granularity: 'word' }),
};

const segment = (text: string, granularity: 'sentence' | 'word'): readonly string[] =>
  Array.from(segmenters[granularity].segment(text), (part) => part.segment);

const significantWords = (text: string): readonly string[] =>
  segment(text.toLowerCase(), 'word').filter((word) => word.length > commonWordLength && /\p{L}/u.test(word));

function frequencies(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of significantWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function rank(sentences: readonly string[], counts: ReadonlyMap<string, number>): readonly string[] {
  const scored = sentences.map((sentence) => {
    const words = significantWords(sentence);
    const sum = words.reduce((total, word) => total + (counts.get(word) ?? 0) - 1, 0);
    return { sentence, score: words.length === 0 ? 0 : sum / Math.sqrt(words.length) };
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ sentence }) => sentence);
}

/**
 * Each tag becomes a line break, so that what is quoted is in the source as it is. Linear: no match is tried over a
 * second `<`, and a script without an end goes on to the end.
 */
const withoutTags = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '\n')
    .replace(/<[^<>]*>/g, '\n')
    .replace(/\n\s*\n/g, '\n');
