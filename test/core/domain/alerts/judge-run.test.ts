import { describe, expect, it } from 'vitest';

import type { AlertCondition } from '#contracts/alert.ts';
import type { AlertMemory } from '#contracts/alert-memory.ts';
import type { Ending } from '#contracts/run.ts';
import { judgeRun } from '#domain/alerts/judge-run.ts';

type Outcome = Ending['outcome'];
type End = readonly [atMinutes: number, outcome: Outcome];

/** The alerts of a rule after each of these ends. */
function toldAfter(condition: AlertCondition, ends: readonly End[]): readonly (string | null)[] {
  let memory: AlertMemory | null = null;
  return ends.map(([atMinutes, outcome]) => {
    const judged = judgeRun(condition, memory, { outcome, atMs: atMinutes * 60_000 });
    ({ memory } = judged);
    return judged.told?.type ?? null;
  });
}

describe('a rule for the first failure', () => {
  const first: AlertCondition = { kind: 'first_failure' };

  it('tells a failure once, the recovery once, and the next failure after that', () => {
    const ends: readonly End[] = [
      [0, 'succeeded'],
      [1, 'failed'],
      [2, 'failed'],
      [3, 'needs_model'],
      [4, 'succeeded'],
      [5, 'succeeded'],
      [6, 'unknown_effect'],
    ];
    expect(toldAfter(first, ends)).toEqual([
      null,
      'automation.failed',
      null,
      null,
      'automation.recovered',
      null,
      'automation.failed',
    ]);
  });

  it.each<Outcome>(['failed', 'unknown_effect', 'needs_model'])('takes %s for a failure', (outcome) => {
    expect(toldAfter(first, [[0, outcome]])).toEqual(['automation.failed']);
  });

  it('learns nothing from a delivery that was skipped', () => {
    const ends: readonly End[] = [
      [0, 'skipped'],
      [1, 'failed'],
      [2, 'skipped'],
      [3, 'failed'],
    ];
    expect(toldAfter(first, ends)).toEqual([null, 'automation.failed', null, null]);
  });

  it('begins anew where it remembers something of another condition', () => {
    const memory: AlertMemory = { kind: 'failures', at: [0, 1], restUntil: 9 };
    expect(judgeRun(first, memory, { outcome: 'failed', atMs: 2 })).toEqual({
      memory: { kind: 'first_failure', isFailing: true },
      told: { type: 'automation.failed', failures: null },
    });
  });
});

describe('a rule for three failures in ten minutes', () => {
  const three: AlertCondition = { kind: 'failures', count: 3, minutes: 10 };
  const failuresAt = (...minutes: readonly number[]) => minutes.map((at): End => [at, 'failed']);

  it('tells the third within the time, and not the third of a longer one', () => {
    expect(toldAfter(three, failuresAt(0, 5, 9))).toEqual([null, null, 'automation.failures']);
    expect(toldAfter(three, failuresAt(0, 5, 10))).toEqual([null, null, null]);
    expect(toldAfter(three, failuresAt(0, 5, 10, 14))).toEqual([null, null, null, 'automation.failures']);
  });

  it('rests for the time, and tells again where the failures did not stop', () => {
    const told = toldAfter(three, failuresAt(0, 1, 2, 3, 4, 11, 11.5, 12, 13));
    expect(told.flatMap((type, index) => (type === null ? [] : [index]))).toEqual([2, 7]);
  });

  it('is quiet after the rest where there were few', () => {
    expect(toldAfter(three, failuresAt(0, 1, 2, 20, 21)).filter((type) => type !== null)).toHaveLength(1);
  });

  it('does not count what succeeded or was skipped', () => {
    const ends: readonly End[] = [
      [0, 'failed'],
      [1, 'succeeded'],
      [2, 'skipped'],
      [3, 'failed'],
      [4, 'needs_model'],
    ];
    expect(toldAfter(three, ends)).toEqual([null, null, null, null, 'automation.failures']);
  });

  it('remembers no more than it counts, in whatever order ends become known', () => {
    let memory: AlertMemory | null = null;
    for (const atMs of [5, 3, 4, 1, 2]) ({ memory } = judgeRun(three, memory, { outcome: 'failed', atMs }));
    expect(memory).toMatchObject({ at: [3, 4, 5] });
  });
});

it('a rule for silence says nothing of the end of a run', () => {
  expect(toldAfter({ kind: 'silence', minutes: 5 }, [[0, 'failed']])).toEqual([null]);
});
