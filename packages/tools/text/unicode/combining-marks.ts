import { overLimit } from '../../refuse.ts';

const marksMax = 1000;
const marks = /\p{M}+/gu;

/**
 * Normalisation and comparison sort runs of combining marks in quadratic time inside the engine, where no timeout
 * applies. Throws TOOL_LIMIT_EXCEEDED above 1,000 in a row.
 */
export function assertFewMarksInARow(text: string): void {
  for (const [run] of text.matchAll(marks)) {
    if (run.length > marksMax) {
      throw overLimit(
        `The text has ${run.length} combining marks in a row; at most ${marksMax} are allowed.`,
      );
    }
  }
}
