import { describe, expect, it } from 'vitest';

import type { AlertMemory } from '#contracts/alert-memory.ts';
import { judgeSilence } from '#domain/alerts/judge-silence.ts';

const minute = 60_000;

interface Look {
  /** In minutes. */
  readonly at: number;
  readonly lastAt?: number;
  readonly isPaused?: boolean;
}

/** Since when it is told to be silent after each look, in minutes; the rule of ten minutes watches from 0. */
function toldAfter(...looks: readonly Look[]): readonly (number | null)[] {
  let memory: AlertMemory | null = null;
  return looks.map(({ at, lastAt, isPaused = false }) => {
    const judged = judgeSilence({ minutes: 10 }, memory, {
      isPaused,
      lastDeliveryMs: lastAt === undefined ? null : lastAt * minute,
      watchedSinceMs: 0,
      nowMs: at * minute,
    });
    ({ memory } = judged);
    return judged.silentSinceMs === null ? null : judged.silentSinceMs / minute;
  });
}

describe('a rule for ten minutes of silence', () => {
  it('tells once, from the last delivery on, until another one came', () => {
    expect(
      toldAfter(
        { at: 5, lastAt: 4 },
        { at: 10, lastAt: 4 },
        { at: 15, lastAt: 4 },
        { at: 20, lastAt: 4 },
        { at: 25, lastAt: 24 },
        { at: 35, lastAt: 24 },
      ),
    ).toEqual([null, null, 4, null, null, 24]);
  });

  it('counts from when it began to watch where nothing ever came, or long before', () => {
    expect(toldAfter({ at: 9 }, { at: 10 }, { at: 20 })).toEqual([null, 0, null]);
    expect(toldAfter({ at: 9, lastAt: -60 }, { at: 10, lastAt: -60 })).toEqual([null, 0]);
  });

  it('does not count a pause, and begins anew when it is over', () => {
    expect(toldAfter({ at: 9 }, { at: 14, isPaused: true }, { at: 19 }, { at: 24 })).toEqual([
      null,
      null,
      null,
      14,
    ]);
  });
});
