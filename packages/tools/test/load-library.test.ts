import { expect, onTestFinished, test } from 'vitest';
import { loadLibrary, watchLoading } from '#tools/load-library.ts';

test('a library is loaded once, and only its first use is told', async () => {
  const told: boolean[] = [];
  watchLoading((isLoading) => told.push(isLoading));
  onTestFinished(() => watchLoading(() => {}));
  let loads = 0;
  const use = () => loadLibrary('one', async () => (loads += 1));
  expect(await Promise.all([use(), use(), use()])).toEqual([1, 1, 1]);
  expect(await use()).toBe(1);
  expect(told).toEqual([true, false]);
});

test('a library that could not be loaded is tried again', async () => {
  const failing = () => Promise.reject(new Error('unreadable'));
  await expect(loadLibrary('two', failing)).rejects.toThrow('unreadable');
  expect(await loadLibrary('two', async () => 'loaded')).toBe('loaded');
});
