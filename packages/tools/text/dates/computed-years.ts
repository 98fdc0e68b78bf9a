import { invalid } from '../../refuse.ts';

/** Refuses dates beyond the range of the calendar (years -271821 to 275760); the message names `field`. */
export function withinComputedYears<Result>(field: string, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`${field} goes beyond the years that can be computed.`);
    throw error;
  }
}
