import { expect, test } from 'vitest';

import { seldom } from '#platform/seldom.ts';

test('is called once in a time, however often that is asked', () => {
  let [nowMs, calls] = [0, 0];
  const warn = seldom(
    100,
    () => (calls += 1),
    () => nowMs,
  );
  for (nowMs = 0; nowMs < 250; nowMs += 1) warn();
  expect(calls).toBe(3);
});
