import { type Segment, segmentsOf } from '../unicode/segments.ts';

/** After these a name or a number follows, so the sentence goes on; the segmenter ends it at any such dot. */
const titleAtEnd =
  /(?:^|[\s(["'“‘„«])(?:Mrs?|Ms|Mx|Dr|Prof|Rev|Hon|Gov|Sen|Rep|Gen|Col|Capt|Lt|Sgt|St|Mt|vs|cf|ca|approx|Nr|Fig|e\.g|i\.e|z|z\.\s?B|d|d\.\s?h)\.[^\S\r\n\u2028\u2029]*$/;

/** Longer than any of them with a few blanks. */
const tailChars = 20;

/** Sentences with what is between them, in linear time; joined they are the text. */
export function* sentenceSegments(
  text: string,
  locale = 'en',
): Generator<Pick<Segment, 'segment' | 'index'>> {
  let start = 0;
  for (const { segment, index } of segmentsOf(text, 'sentence', locale)) {
    const end = index + segment.length;
    if (end < text.length && titleAtEnd.test(text.slice(Math.max(start, end - tailChars), end))) continue;
    yield { segment: text.slice(start, end), index: start };
    start = end;
  }
}

/** Sentences without the blanks around them. */
export function sentencesOf(text: string, locale = 'en'): readonly string[] {
  return Array.from(sentenceSegments(text, locale), ({ segment }) => segment.trim()).filter(
    (sentence) => sentence !== '',
  );
}
