/** How an alert is tried: five times over three quarters of an hour. */
const alertRetry = { triesMax: 5, firstWaitMs: 30_000, factor: 4, waitMsMax: 45 * 60_000 } as const;

/** How long to wait after a try that failed, at least as long as its target asked for; null after the last. */
export function alertWaitMs(
  tries: number,
  { retryAfterMs, isTest }: { retryAfterMs: number; isTest: boolean },
) {
  const { triesMax, firstWaitMs, factor, waitMsMax } = alertRetry;
  // Somebody waits for the result of a test.
  if (isTest || tries >= triesMax) return null;
  return Math.min(waitMsMax, Math.max(firstWaitMs * factor ** (tries - 1), retryAfterMs));
}
