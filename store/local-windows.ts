import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Enough keys for any honest hour: some 25 MB. Beyond it the oldest are forgotten. */
const keysMax = 50_000;

/** Fixed windows in the memory of this process. */
export function createLocalWindows({ windowSeconds }: { readonly windowSeconds: number }) {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
  const known = new Set<string>();

  function makeRoom(key: string): void {
    known.delete(key);
    known.add(key);
    const [oldest] = known;
    if (known.size <= keysMax || oldest === undefined) return;
    known.delete(oldest);
    void limiter.delete(oldest);
  }

  return {
    get: (key: string) => limiter.get(key),
    add(key: string) {
      makeRoom(key);
      return limiter.penalty(key);
    },
    async set(key: string, used: number, leftMs: number) {
      makeRoom(key);
      // A duration of 0 would mean for ever.
      await limiter.set(key, used, Math.max(1, leftMs) / 1_000);
    },
  };
}
