import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { shareAtOnce } from '#api/console/share-at-once.ts';

it('reads once for all who ask in one turn, and again for who asks later', async () => {
  const share = shareAtOnce<number>();
  let reads = 0;
  const read = () => Promise.resolve((reads += 1));
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([1, 1, 2]);
  await nextTurn();
  expect(await share('a', read)).toBe(3);
});
