/**
 * The clock of a run, in milliseconds; it stands still while the run waits for the next try of a request, or for an
 * approval. `now`: milliseconds since the epoch.
 */
export function createRunClock(now: () => number) {
  let pausedMs = 0;

  async function pauseDuring(wait: Promise<unknown>): Promise<void> {
    const startedAt = now();
    await wait;
    pausedMs += now() - startedAt;
  }

  /** Counts time of the run that passed before this clock was there. */
  const add = (ms: number): void => void (pausedMs -= ms);

  return { now: () => now() - pausedMs, pauseDuring, add };
}
