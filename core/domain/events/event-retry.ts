/** An event is tried for a day. */
const triedForMs = 24 * 60 * 60_000;
const [firstWaitMs, factor, waitMsMax] = [5_000, 4, 4 * 60 * 60_000] as const;

/**
 * How long to wait after a try that failed, at least as long as its target asked for; null where the day is over. The last try
 * is at its end. `tries`: how many there were since it began to be sent, `sinceMs` ago.
 */
export function eventWaitMs(tries: number, sinceMs: number, retryAfterMs: number): number | null {
  const leftMs = triedForMs - sinceMs;
  if (leftMs <= 0) return null;
  return Math.min(leftMs, Math.max(Math.min(waitMsMax, firstWaitMs * factor ** (tries - 1)), retryAfterMs));
}
