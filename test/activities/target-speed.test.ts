import { expect, it, vi } from 'vitest';

import { createTargetSpeed } from '#activities/target-speed.ts';

const target = 'https://api.example.com';

/** A speed memory whose timers and clock move only when the test says so. */
function setUp() {
  vi.useFakeTimers({ now: 0 });
  const speed = createTargetSpeed();
  const answer = Promise.withResolvers<string>();
  return {
    ...speed,
    request: speed.watch(target, () => answer.promise),
    answer,
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}

it('takes a target for quick until it was slow', async () => {
  using speed = setUp();
  expect(speed.isSlow(target)).toBe(false);
  speed.pass(1_999);
  speed.answer.resolve('made');
  expect(await speed.request).toBe('made');
  speed.pass(2_000);
  expect(speed.isSlow(target)).toBe(false);
});

it('knows that a target is slow while its answer is still to come', async () => {
  using speed = setUp();
  speed.pass(2_000);
  expect(speed.isSlow(target)).toBe(true);
  expect(speed.isSlow('https://other.example.com')).toBe(false);
  speed.answer.reject(new Error('cut off'));
  await expect(speed.request).rejects.toThrow('cut off');
  expect(speed.isSlow(target)).toBe(true);
});

it('takes a slow target for quick again after ten minutes', () => {
  using speed = setUp();
  speed.pass(2_000);
  speed.pass(10 * 60_000 - 1);
  expect(speed.isSlow(target)).toBe(true);
  speed.pass(1);
  expect(speed.isSlow(target)).toBe(false);
});

it('forgets the oldest of ten thousand slow targets', () => {
  using speed = setUp();
  const never = new Promise<never>(() => undefined);
  const origins = Array.from({ length: 10_001 }, (_, index) => `https://${index}.example.com`);
  for (const origin of origins) void speed.watch(origin, () => never);
  speed.pass(2_000);
  expect(origins.filter(speed.isSlow)).toHaveLength(10_000);
  expect(speed.isSlow(origins[10_000] as string)).toBe(true);
});

it('says nothing of a request without a target', async () => {
  using speed = setUp();
  expect(await speed.watch(null, () => Promise.resolve(1))).toBe(1);
  expect(speed.isSlow(null)).toBe(false);
});
