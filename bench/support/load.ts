/** The measurements of one series of calls. */
export interface Series {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Calls `work` `total` times, `atOnce` at a time, each call with its number. */
export async function load(
  work: (number: number) => Promise<unknown>,
  { total, atOnce }: { total: number; atOnce: number },
): Promise<Series> {
  const durationsMs: number[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < total) {
      const number = next;
      next += 1;
      const startedAt = performance.now();
      await work(number);
      durationsMs.push(performance.now() - startedAt);
    }
  }
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: total / seconds,
    p50Ms: quantile(durationsMs, 0.5),
    p99Ms: quantile(durationsMs, 0.99),
  };
}

/** The value that `share` of the values stay below; NaN where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
