/** Chance that can be had again: the same seed gives the same choices. */
export function createRandom(seed: number) {
  let state = seed >>> 0;

  /** From 0 up to, not including, 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const chance = (probability: number) => next() < probability;
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)]!;
  const times = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);
  return { next, int, chance, pick, times };
}

export type Random = ReturnType<typeof createRandom>;
