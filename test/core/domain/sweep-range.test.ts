import { expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { isInRange, rangeOf } from '#domain/sweep-range.ts';

test('each workspace is in one of sixteen ranges, about as many in each', () => {
  const ids = Array.from({ length: 4_000 }, () => newId('workspace'));
  const sizes = Map.groupBy(ids, rangeOf);
  expect([...sizes.keys()].toSorted().join('')).toBe('0123456789abcdef');
  for (const [range, some] of sizes) {
    expect(some.length).toBeGreaterThan(100);
    expect(ids.filter((id) => isInRange(range, id))).toEqual(some);
  }
});

test('the range of a workspace is the same in every process and release', () => {
  expect(['ws_1', 'ws_2', 'ws_3'].map(rangeOf)).toEqual(['e', '5', 'e']);
});

test('without a range all workspaces are in it', () => {
  expect(isInRange('', 'ws_1')).toBe(true);
});
