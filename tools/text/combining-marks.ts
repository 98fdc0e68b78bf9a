import { overLimit } from '../refuse.ts';

const marksMax = 1000;
const marks = /\p{M}+/gu;

/**
 * Normalising and comparing put combining marks in order, in a time that is the square of how many follow each
 * other, and inside the engine, where no deadline reaches. Throws TOOL_LIMIT_EXCEEDED above 1,000 in a row.
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
