import { assertOutputFits } from '../../output.ts';
import { graphemesOf, segmentsOf } from '../unicode/segments.ts';
import { sentenceSegments } from './sentences.ts';

interface TruncateOptions {
  readonly length: number;
  readonly by: 'char' | 'word' | 'sentence';
  readonly suffix: string;
  readonly locale: string;
}

/** The offset of the cut in UTF-16 units; `undefined` if the text is short enough. */
const cuts: Readonly<
  Record<TruncateOptions['by'], (text: string, options: TruncateOptions) => number | undefined>
> = {
  char(text, { length, suffix }) {
    if (text.length <= length) return undefined;
    const graphemes = graphemesOf(text);
    if (graphemes.length <= length) return undefined;
    const kept = Math.max(0, length - graphemesOf(suffix).length);
    return graphemes.slice(0, kept).join('').length;
  },
  word(text, { length, locale }) {
    let count = 0;
    let end = 0;
    for (const { segment, index, isWordLike } of segmentsOf(text, 'word', locale)) {
      if (!isWordLike) continue;
      if (count === length) return end;
      count += 1;
      end = index + segment.length;
    }
    return undefined;
  },
  sentence(text, { length, locale }) {
    let count = 0;
    let end = 0;
    for (const { segment, index } of sentenceSegments(text, locale)) {
      if (segment.trim() === '') continue;
      if (count === length) return end;
      count += 1;
      end = index + segment.trimEnd().length;
    }
    return undefined;
  },
};

/** A suffix longer than the whole length is cut too. */
export function truncateText(text: string, options: TruncateOptions): string {
  const end = cuts[options.by](text, options);
  if (end === undefined) return text;
  const { by, length, suffix } = options;
  const mark = by === 'char' ? graphemesOf(suffix).slice(0, length).join('') : suffix;
  assertOutputFits(end + mark.length);
  return text.slice(0, end) + mark;
}
