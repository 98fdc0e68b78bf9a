import { expect, it } from 'vitest';

import { createRunClock } from '#workflows/run-clock.ts';

it('does not count pauses, however long they took', async () => {
  let atMs = 1_000;
  const slept: unknown[] = [];
  const { now, pause } = createRunClock({
    now: () => atMs,
    sleep: (...given) => {
      slept.push(given);
      atMs += 70_000;
      return Promise.resolve();
    },
  });
  await pause(60_000, 'Next try');
  expect(now()).toBe(1_000);
  atMs += 500;
  await pause(60_000, 'Next try');
  expect(now()).toBe(1_500);
  expect(slept).toEqual([
    [60_000, 'Next try'],
    [60_000, 'Next try'],
  ]);
});
