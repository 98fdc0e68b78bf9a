import type { RetryPolicy } from '#contracts/retry.ts';

/** Each wait is this many times as long as the one before it. */
const growth = 4;

/** Waits are shortened by up to this share at random, so that runs that failed together do not return together. */
const jitter = 0.2;

/** How a request has gone so far. Times are milliseconds since the epoch. */
export interface TriesSoFar {
  readonly count: number;
  readonly firstAtMs: number;
}

/**
 * How long to wait before the next try, in milliseconds; null where there is none. The waits of a policy fill its time
 * exactly. A target that asks for a longer wait gets it, unless that is beyond the time of the policy.
 */
export function retryDelayMs(
  { tries, withinMinutes }: Pick<RetryPolicy, 'tries' | 'withinMinutes'>,
  { count, firstAtMs }: TriesSoFar,
  {
    nowMs,
    askedMs,
    random,
  }: { readonly nowMs: number; readonly askedMs: number | null; readonly random: number },
): number | null {
  if (count >= tries) return null;
  const withinMs = withinMinutes * 60_000;
  const leftMs = firstAtMs + withinMs - nowMs;
  const shares = (growth ** (tries - 1) - 1) / (growth - 1);
  const planned = Math.round((withinMs / shares) * growth ** (count - 1) * (1 - jitter * random));
  const delayMs = Math.max(planned, askedMs ?? 0);
  if (leftMs <= 0 || (askedMs ?? 0) > leftMs) return null;
  return Math.min(delayMs, leftMs);
}
