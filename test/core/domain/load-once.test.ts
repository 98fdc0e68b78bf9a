import { expect, test } from 'vitest';

import { loadOnce } from '#domain/load-once.ts';

test('a value that is requested at once and later is loaded once', async () => {
  let loads = 0;
  const get = loadOnce(async () => (loads += 1));
  expect([...(await Promise.all([get(), get()])), await get()]).toEqual([1, 1, 1]);
});

test('a failed load fails all who wait for it and is forgotten', async () => {
  let loads = 0;
  const get = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('The package cannot be read.');
    return loads;
  });
  const first = await Promise.allSettled([get(), get()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await get(), await get()]).toEqual([2, 2]);
});
