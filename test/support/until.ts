import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs: number;
  readonly everyMs?: number;
}

/**
 * Resolves with what `look` gives, once that is neither false nor undefined; a look that fails counts as not yet.
 * Rejects with `what` when that takes too long.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs, everyMs = 200 }: Patience,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const found = await look();
      if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`, { cause });
    await pause(everyMs);
  }
}
