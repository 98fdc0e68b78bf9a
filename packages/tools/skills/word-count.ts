/** Scripts without blanks between words: there a run of signs is many words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Words as separated by white space; in scripts without it, as a dictionary finds them. */
export function wordCount(text: string): number {
  return (text.match(/\S+/g) ?? []).reduce((sum, run) => sum + wordsOf(run), 0);
}

function wordsOf(run: string): number {
  if (!unspaced.test(run)) return 1;
  return Math.max(1, [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).length);
}
