import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { afterStart } from '#platform/after-start.ts';

it('does later what may wait', async () => {
  const work = vi.fn();
  afterStart(work, new AbortController().signal, 0);
  expect(work).not.toHaveBeenCalled();
  await expect.poll(() => work.mock.calls).toHaveLength(1);
});

it('leaves it to nobody when the process stops before', async () => {
  const [work, stopping] = [vi.fn(), new AbortController()];
  afterStart(work, stopping.signal, 0);
  stopping.abort();
  await pause(1);
  expect(work).not.toHaveBeenCalled();
});
