const tries = 21;

/** The median of some calls, one after the other, in milliseconds. */
export async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < tries; number += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, other) => one - other)[(tries - 1) / 2] ?? NaN;
}

/** `1.5 GB`, or `0.4 MB` for less than a tenth of that. */
export const gigabytes = (bytes: number): string =>
  bytes >= 1e8 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
