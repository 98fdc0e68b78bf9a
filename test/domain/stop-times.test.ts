import { expect, it } from 'vitest';

import { closeWithinMs, killAfterMs, stopMs, workerStopMs } from '../../domain/stop-times.ts';

it('a stop of all processes one after the other takes no more than is promised', () => {
  expect(stopMs).toBe(30_000);
  expect(Object.values(killAfterMs).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(stopMs);
});

it('a process of ours has closed everything before it is killed, and a worker before that', () => {
  expect(closeWithinMs.api).toBeLessThan(killAfterMs.api);
  expect(closeWithinMs.worker).toBeLessThan(killAfterMs.worker);
  expect(workerStopMs.grace).toBeLessThan(workerStopMs.force);
  expect(workerStopMs.force).toBeLessThan(closeWithinMs.worker);
});
