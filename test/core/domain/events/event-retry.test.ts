import { describe, expect, it } from 'vitest';

import { eventWaitMs } from '#domain/events/event-retry.ts';

const dayMs = 24 * 60 * 60_000;

describe('the wait after a failed try', () => {
  it('grows from five seconds to four hours, and the last try is a day after the first', () => {
    const tries: number[] = [0];
    for (;;) {
      const wait = eventWaitMs(tries.length, tries.at(-1)!, 0);
      if (wait === null) break;
      tries.push(tries.at(-1)! + wait);
    }
    expect(tries.slice(0, 4)).toEqual([0, 5_000, 25_000, 105_000]);
    expect(tries.at(-1)).toBe(dayMs);
    expect(tries).toHaveLength(13);
  });

  it('is as long as the target asks for, within the day', () => {
    expect(eventWaitMs(1, 0, 90_000)).toBe(90_000);
    expect(eventWaitMs(1, dayMs - 10_000, 90_000)).toBe(10_000);
    expect(eventWaitMs(1, dayMs, 90_000)).toBeNull();
  });
});
