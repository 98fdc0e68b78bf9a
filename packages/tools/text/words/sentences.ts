import { type Segment, segmentsOf } from '../unicode/segments.ts';
import { endsInInitial } from './initials.ts';

/** A name or number follows these abbreviations, so the sentence continues; the segmenter would end it at the dot. */
const titleAtEnd =
  /(?:^|[\s(["'“‘„«])(?:Mrs?|Ms|Mx|Dr|Prof|Rev|Hon|Gov|Sen|Rep|Gen|Col|Capt|Lt|Sgt|St|Mt|vs|cf|ca|approx|Nr|Fig|e\.g|i\.e|z|z\.\s?B|d|d\.\s?h)\.[^\S\r\n\u2028\u2029]*$/;

/** Longer than any abbreviation with some spaces. */
const tailChars = 20;
/** Enough to see what comes before an initial. */
const pieceChars = 60;
/** Longer than the word that follows an initial. */
const restChars = 40;

/** Sentences including the white space between them, in linear time; joined they are the text. */
export function* sentenceSegments(
  text: string,
  locale = 'en',
): Generator<Pick<Segment, 'segment' | 'index'>> {
  let start = 0;
  for (const { segment, index } of segmentsOf(text, 'sentence', locale)) {
    const end = index + segment.length;
    const tail = end < text.length ? text.slice(Math.max(start, end - tailChars), end) : '';
    if (tail.includes('.') && titleAtEnd.test(tail)) continue;
    if (
      tail.includes('.') &&
      endsInInitial(text.slice(Math.max(start, end - pieceChars), end), text.slice(end, end + restChars))
    )
      continue;
    yield { segment: text.slice(start, end), index: start };
    start = end;
  }
}

/** Sentences without surrounding white space. */
export function sentencesOf(text: string, locale = 'en'): readonly string[] {
  return Array.from(sentenceSegments(text, locale), ({ segment }) => segment.trim()).filter(
    (sentence) => sentence !== '',
  );
}
