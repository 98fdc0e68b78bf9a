/** A text that people read: a paragraph, a comment, a title of a test, a sentence of the console or the API. */
export interface Text {
  readonly line: number;
  readonly text: string;
}

/** The line on which an offset of a source lies, counted from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** Code in backticks is one word, whatever stands in it. */
const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, (code) => 'X'.repeat(code.length));

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text. */
export function sentencesOf(text: string): readonly string[] {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return [...segmenter.segment(withoutCode(plain))].map(({ index, segment }) =>
    plain.slice(index, index + segment.length).trim(),
  );
}
