/** Upper bounds of the histogram of answer times, in ms. */
const boundsMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  7_000, 10_000, 15_000, 20_000, 30_000,
] as const;

/** Longer than the last of them. */
const more = 'more';

export const bucketOf = (ms: number): string => String(boundsMs.find((bound) => ms <= bound) ?? more);

/**
 * The reading of a histogram. Times are upper bounds: so long at most; null where nothing is known, or it is beyond all
 * bounds.
 */
export interface AnswerTimes {
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export function timesIn(counts: ReadonlyMap<string, number>): AnswerTimes {
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { count, p50Ms: quantile(counts, 0.5 * count), p99Ms: quantile(counts, 0.99 * count) };
}

function quantile(counts: ReadonlyMap<string, number>, rank: number): number | null {
  let below = 0;
  for (const bound of boundsMs) {
    below += counts.get(String(bound)) ?? 0;
    if (below > 0 && below >= rank) return bound;
  }
  return null;
}

/** How many took longer than so long, at least: what is in a bucket around it is not counted. */
export function countAbove(counts: ReadonlyMap<string, number>, ms: number): number {
  const slower = boundsMs.filter((_, index) => (boundsMs[index - 1] ?? 0) >= ms).map(String);
  return [...slower, more].reduce((sum, bucket) => sum + (counts.get(bucket) ?? 0), 0);
}
