import { describe, expect, test } from 'vitest';

import { createDrainHeld } from '#intake/drain-held.ts';
import { createHeldWaker } from '#intake/wake-held.ts';
import type { Release } from '#store/held.ts';

const automation = { workspaceId: 'ws_1', automationId: 'aut_1' };
const { signal } = new AbortController();

const released = (deliveryId: string): Release => ({
  status: 'released',
  delivery: {
    deliveryId,
    workflowId: `run/${deliveryId}`,
    eventId: 'e',
    automationName: 'O',
    reference: null,
  },
});

/** A drain to which the store gives these answers, one after the other; `done`: what it did meanwhile. */
function setUp(
  answers: readonly Release[],
  { reclaims = 0, started = 'started' as 'started' | 'already-started' } = {},
) {
  const done: string[] = [];
  const left = [...answers];
  const drainHeld = createDrainHeld({
    held: { release: () => Promise.resolve(left.shift() ?? { status: 'empty' }) },
    runStarter: {
      start: ({ deliveryId }) => {
        done.push(`start ${deliveryId}`);
        return Promise.resolve(started);
      },
      recordStored: (workflowId) => Promise.resolve(void done.push(`wake ${workflowId}`)),
    },
    runs: {
      finish: (_, ending) => {
        done.push(`end as ${ending.outcome}`);
        return Promise.resolve({
          isFirst: true,
          isWatched: false,
          freesNext: false,
          toldTargets: [],
          ending,
        });
      },
    },
    slots: {
      reclaim: () => {
        done.push('reclaim');
        return Promise.resolve({ done: reclaims, failures: [] });
      },
    },
  });
  return { done, drain: (isRepeated = false) => drainHeld(automation, { isRepeated, signal }) };
}

describe('the drain of held deliveries', () => {
  test('starts them in order until nothing is held', async () => {
    const { done, drain } = setUp([released('1'), released('2')]);
    expect(await drain()).toEqual({ status: 'over' });
    expect(done).toEqual(['start 1', 'start 2']);
  });

  test('looks for slots that are lost before it waits for one', async () => {
    const waits = { status: 'open', waitsFor: 'full', waitMs: null } as const;
    const full = { status: 'full' } as const;
    const none = setUp([released('1'), full]);
    expect(await none.drain()).toEqual({ ...waits, started: 1 });
    const some = setUp([full, released('1'), full], { reclaims: 1 });
    expect(await some.drain()).toEqual({ ...waits, started: 1 });
    expect(some.done).toEqual(['reclaim', 'start 1']);
  });

  test.each<[Release, string, number | null]>([
    [{ status: 'paused' }, 'paused', null],
    [{ status: 'suspended' }, 'suspended', null],
    [{ status: 'budget' }, 'budget', null],
    [{ status: 'rate', waitMs: 700 }, 'rate', 700],
  ])('says what keeps the next one held: %j', async (answer, waitsFor, waitMs) => {
    expect(await setUp([answer]).drain()).toEqual({ status: 'open', waitsFor, started: 0, waitMs });
  });

  test('starts first what a look before released, and did not start', async () => {
    const { done, drain } = setUp([released('2')]);
    await drain(true);
    expect(done).toEqual(['reclaim', 'start 2']);
  });

  test('wakes a run that a refused try had started', async () => {
    const { done, drain } = setUp([released('1')], { started: 'already-started' });
    await drain();
    expect(done).toEqual(['start 1', 'wake run/1']);
  });

  test('ends what a deleted automation holds', async () => {
    const { done, drain } = setUp([{ status: 'retired', deliveryId: '1' }]);
    await drain();
    expect(done).toEqual(['end as skipped']);
  });
});

describe('the waker of the drain', () => {
  function waker(isAway: boolean) {
    const woken: string[] = [];
    const warnings: string[] = [];
    const heldWaker = createHeldWaker({
      held: { holding: () => Promise.resolve(['aut_1', 'aut_2']) },
      heldStarter: {
        wake: ({ automationId }) => {
          if (isAway) return Promise.reject(new Error('Temporal is away'));
          return Promise.resolve(void woken.push(automationId));
        },
      },
      logger: { warn: (_, message) => void warnings.push(message) },
    });
    return { woken, warnings, ...heldWaker };
  }

  test('does so for the first that is held, and not for each of those behind it', async () => {
    const { woken, afterHold } = waker(false);
    await afterHold(automation, true);
    for (let number = 0; number < 5; number += 1) await afterHold(automation, false);
    await afterHold(automation, true);
    expect(woken).toEqual(['aut_1', 'aut_1']);
  });

  test('leaves it to the sweep where Temporal is away: what is held is stored', async () => {
    const { warnings, afterHold } = waker(true);
    await afterHold(automation, true);
    expect(warnings).toEqual(['held deliveries wait for the sweep']);
  });

  test('does so for the automation that changed, or for all of a workspace', async () => {
    const { woken, afterChange } = waker(false);
    await afterChange('ws_1', 'aut_2');
    await afterChange('ws_1', 'aut_3');
    await afterChange('ws_1');
    expect(woken).toEqual(['aut_2', 'aut_1', 'aut_2']);
  });
});
