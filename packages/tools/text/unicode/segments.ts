import { unjoinedEastAsian, unjoinedNarrow } from './unjoined.ts';

/** A compromise: the segmenter has a cost for each call, and its time is quadratic in the length of its input. */
const windowUnits = 2000;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(granularity: Intl.SegmenterOptions['granularity'], locale: string): Intl.Segmenter {
  const key = `${granularity} ${locale}`;
  const known = segmenters.get(key);
  if (known !== undefined) return known;
  const segmenter = new Intl.Segmenter(locale, { granularity });
  // Callers choose the locale, so the cache must be bounded.
  if (segmenters.size >= 50) segmenters.clear();
  segmenters.set(key, segmenter);
  return segmenter;
}

export interface Segment {
  readonly segment: string;
  /** Position in the whole text, in UTF-16 units. */
  readonly index: number;
  readonly isWordLike: boolean;
}

/** The last two segments of a window may change with more text: “can” may continue as “can't”. */
const unsureSegments = 2;

/** The end of a window: never inside a surrogate pair, which would add a boundary. */
function windowEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
}

/**
 * Segments of a long text in linear time. The last segments of a window may be cut short by its end, so the next
 * window starts with them; segments too long for that get a larger window.
 */
export function* segmentsOf(
  text: string,
  granularity: 'grapheme' | 'word' | 'sentence',
  locale = 'en',
): Generator<Segment> {
  const segmenter = segmenterFor(granularity, locale);
  let start = 0;
  let units = windowUnits;
  while (start < text.length) {
    const end = windowEnd(text, start + units);
    const isLast = end === text.length;
    const segments = [...segmenter.segment(text.slice(start, end))];
    if (!isLast && segments.length <= unsureSegments) {
      units *= 2;
      continue;
    }
    const next = isLast ? undefined : segments.at(-unsureSegments);
    for (const { segment, index, isWordLike } of segments) {
      if (index === next?.index) break;
      yield { segment, index: start + index, isWordLike: isWordLike === true };
    }
    if (next === undefined) return;
    start += next.index;
    units = windowUnits;
  }
}

/** CR is left out: CR LF is one grapheme. */
const perhapsJoined = new RegExp(String.raw`[^\0-\x0C\x0E-\x7F${unjoinedNarrow}${unjoinedEastAsian}]`);

/** User-perceived characters: letters with their marks, flags and emoji sequences are one each. */
export function graphemesOf(text: string): readonly string[] {
  if (!perhapsJoined.test(text)) return text.split('');
  return Array.from(segmentsOf(text, 'grapheme'), ({ segment }) => segment);
}

export function wordsOf(text: string, locale = 'en'): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmentsOf(text, 'word', locale)) if (isWordLike) words.push(segment);
  return words;
}
