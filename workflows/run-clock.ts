interface RunClockDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `summary` is shown to operators. */
  readonly sleep: (ms: number, summary: string) => Promise<void>;
}

/** The clock of a run, in milliseconds; it stands still while the run waits for the next try of a request. */
export function createRunClock({ now, sleep }: RunClockDeps) {
  let pausedMs = 0;

  async function pause(ms: number, summary: string): Promise<void> {
    const startedAt = now();
    await sleep(ms, summary);
    pausedMs += now() - startedAt;
  }

  return { now: () => now() - pausedMs, pause };
}
