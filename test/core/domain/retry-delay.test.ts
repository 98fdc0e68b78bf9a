import { describe, expect, it } from 'vitest';

import { retryDelayMs, type TriesSoFar } from '#domain/retry-delay.ts';

const policy = { tries: 5, withinMinutes: 10 };
const at = { nowMs: 0, askedMs: null, random: 0 };
const first: TriesSoFar = { count: 1, firstAtMs: 0 };

/** The waits of all tries when each fails at once. */
function waits(given: { tries: number; withinMinutes: number }, random = 0): number[] {
  const all: number[] = [];
  for (let nowMs = 0, count = 1; ; count += 1) {
    const delayMs = retryDelayMs(given, { count, firstAtMs: 0 }, { nowMs, askedMs: null, random });
    if (delayMs === null) return all;
    all.push(delayMs);
    nowMs += delayMs;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('the waits between tries', () => {
  it('grow, and fill the time of the policy', () => {
    expect(waits(policy)).toEqual([7_059, 28_235, 112_941, 451_765]);
    expect(sum(waits(policy))).toBe(600_000);
  });

  it.each([
    [{ tries: 1, withinMinutes: 10 }, []],
    [{ tries: 2, withinMinutes: 1 }, [60_000]],
  ])('%j: %j', (given, expected) => {
    expect(waits(given)).toEqual(expected);
  });

  it('never go beyond the time of any policy, whatever the jitter', () => {
    for (let tries = 2; tries <= 20; tries += 1)
      for (const withinMinutes of [1, 10, 1_440])
        for (const random of [0, 0.5, 0.999]) {
          const all = waits({ tries, withinMinutes }, random);
          expect(all).toHaveLength(tries - 1);
          expect(sum(all)).toBeLessThanOrEqual(withinMinutes * 60_000);
          expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
        }
  });

  it('are shorter by up to a fifth at random', () => {
    expect(retryDelayMs(policy, first, { ...at, random: 1 })).toBe(Math.round((600_000 / 85) * 0.8));
  });
});

describe('a wait that the target asks for', () => {
  it('is kept where it is longer', () => {
    expect(retryDelayMs(policy, first, { ...at, askedMs: 60_000 })).toBe(60_000);
  });

  it('does not shorten the wait of the policy', () => {
    expect(retryDelayMs(policy, first, { ...at, askedMs: 0 })).toBe(7_059);
  });

  it('beyond the time of the policy ends the tries', () => {
    expect(retryDelayMs(policy, first, { ...at, askedMs: 600_001 })).toBeNull();
  });
});

it('a try that took as long as the policy allows is the last', () => {
  expect(retryDelayMs(policy, first, { ...at, nowMs: 600_000 })).toBeNull();
});

it('the last wait is cut to the time that is left', () => {
  expect(retryDelayMs(policy, { count: 4, firstAtMs: 0 }, { ...at, nowMs: 590_000 })).toBe(10_000);
});
