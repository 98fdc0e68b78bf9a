import { expect, it } from 'vitest';

import { closeWithinMs, killAfterMs, stopMs, workerGraceMs, workerStop } from '#domain/stop-times.ts';

it('a stop of all processes one after the other takes no more than is promised', () => {
  expect(stopMs).toBe(30_000);
  expect(Object.values(killAfterMs).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(stopMs);
});

it('a process of ours has closed everything before it is killed, and a worker before that', () => {
  expect(closeWithinMs.api).toBeLessThan(killAfterMs.api);
  expect(closeWithinMs.worker).toBeLessThan(killAfterMs.worker);
  expect(workerStop(workerGraceMs).closeWithinMs).toBe(closeWithinMs.worker);
});

it.each([0, workerGraceMs, 120_000])('a worker with a grace of %i ms cuts off, then closes', (graceMs) => {
  const stop = workerStop(graceMs);
  expect(stop.graceMs).toBeLessThan(stop.forceMs);
  expect(stop.forceMs).toBeLessThan(stop.closeWithinMs);
});
