import { describe, expect, it } from 'vitest';

import { summariseTrial } from '#rules/trial-summary.ts';

const tried = (matched: boolean | null, evidence: string) => ({
  deliveryId: 'dlv_1',
  receivedAt: '2026-01-01T00:00:00.000Z',
  matched,
  evidence,
});
const warningOf = (...results: readonly (readonly [boolean | null, string])[]) =>
  summariseTrial(results.map((result) => tried(...result))).warning;

describe('the warning of a filter on stored deliveries', () => {
  it('is none where some run and none is open', () => {
    expect(warningOf([true, 'a'], [false, 'b'])).toBeNull();
    expect(warningOf([true, 'a'])).toBeNull();
    expect(warningOf()).toBeNull();
  });

  it.each([
    [[[false, 'a']], 'This filter skips the one stored delivery because a.'],
    [
      [
        [false, 'a'],
        [false, 'a'],
      ],
      'This filter skips all 2 stored deliveries because a.',
    ],
    [
      [
        [false, 'a'],
        [false, 'b'],
        [false, 'b'],
      ],
      'This filter skips all 3 stored deliveries, mostly because b.',
    ],
    [
      [
        [false, 'a'],
        [false, 'b'],
      ],
      'This filter skips all 2 stored deliveries, for example because a.',
    ],
    [
      [
        [true, 'x'],
        [null, 'status is an object'],
      ],
      'The rules cannot decide this filter on 1 of 2 stored deliveries because status is an object.',
    ],
  ] as const)('of %j', (results, warning) => {
    expect(warningOf(...results)).toBe(warning);
  });
});
