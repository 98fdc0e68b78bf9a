import { expect, it } from 'vitest';

import { createRunClock } from '#workflows/run-clock.ts';

it('does not count pauses, however long they took', async () => {
  let atMs = 1_000;
  const { now, pauseDuring } = createRunClock(() => atMs);
  const wait = async () => void (atMs += 70_000);
  await pauseDuring(Promise.resolve().then(wait));
  expect(now()).toBe(1_000);
  atMs += 500;
  await pauseDuring(Promise.resolve().then(wait));
  expect(now()).toBe(1_500);
});

it('counts time that passed before it was there', () => {
  const { now, add } = createRunClock(() => 1_000);
  add(250);
  expect(now()).toBe(1_250);
});
