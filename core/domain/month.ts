/** The calendar month (UTC) that usage is counted in, as `YYYY-MM`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** The newest months, as {@link monthOf} writes them, newest first. */
export function monthsBack(now: Date, count: number): readonly string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: count }, (_, back) => monthOf(new Date(Date.UTC(year, month - back, 1))));
}
