import { invalid } from '../../refuse.ts';

/** What the calendar cannot compute (before the year -271821, after 275760) is the caller's; `field` says whose. */
export function withinComputedYears<Result>(field: string, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`${field} goes beyond the years that can be computed.`);
    throw error;
  }
}
