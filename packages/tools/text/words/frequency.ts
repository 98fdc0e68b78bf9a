export interface Counted {
  readonly value: string;
  readonly count: number;
}

/** Most frequent first; equal counts in the order of their first occurrence. */
export function countEach(values: Iterable<string>, top: number): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, top);
}

/** A share in percent with two decimals; 0 of nothing is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
