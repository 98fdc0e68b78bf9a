/** The calendar month (UTC) that usage is counted in, as `YYYY-MM`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}
