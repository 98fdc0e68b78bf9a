import { type Segment, segmentsOf } from '../unicode/segments.ts';

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

/** "J." in "J. R. R. Tolkien" ends no sentence; "B." in "We took plan B. Nobody spoke." does. */

const initialAtEnd = /(?<before>(?:^|.*[\s(["'“‘„«.-]))(?<letter>\p{Lu})\.[^\S\r\n\u2028\u2029]*$/su;
const wordAtStart = /^["'“‘„«(]?(?<word>\p{Lu}[\p{L}\p{M}'’]*)(?<dot>\.?)/u;

/** A letter after one of these is the name of a thing. */
const labels =
  /\b(?:answer|appendix|block|category|class|drive|exhibit|figure|gate|grade|group|hall|hepatitis|item|level|model|note|option|part|phase|plan|platform|point|question|schedule|section|series|side|size|step|table|team|type|unit|version|vitamin|zone)\s+$/i;

/** Words that begin sentences far more often than they are names. */
const starters = new Set(
  'a after all also an and are as at because before both but can did do does every everyone finally for from he her here his how however i if in is it its later let many maybe most my next no nobody not now of on one only or our people please she since so some soon that the their then there therefore these they this those though thus to today was we what when where which while who why will with yes you your'.split(
    ' ',
  ),
);

/** Whether a piece that ends in a capital and a dot goes on in `rest`. */
function endsInInitial(piece: string, rest: string): boolean {
  const { before = '', letter } = initialAtEnd.exec(piece)?.groups ?? {};
  if (letter === undefined) return false;
  const { word = '', dot } = wordAtStart.exec(rest)?.groups ?? {};
  if (word === '') return false;
  if ((word.length === 1 && dot === '.') || before === '') return true;
  const isAfterInitial = /(?:^|[\s(["'“‘„«.-])\p{Lu}\.\s*$/u.test(before);
  if (!isAfterInitial && (letter === 'I' || labels.test(before))) return false;
  return !starters.has(word.toLowerCase());
}
