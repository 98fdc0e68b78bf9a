import { expect, test } from 'vitest';

import { openFilesMax, usualConnectionsMax } from '#platform/open-files.ts';

test('a process knows how many files it may open', () => {
  expect(openFilesMax()).toBeGreaterThan(64);
});

test.each([
  [1_024, 768],
  [100, 64],
  [1_048_576, 20_000],
  [Number.MAX_SAFE_INTEGER, 20_000],
])('with %i files a server holds %i connections', (files, connections) => {
  expect(usualConnectionsMax(files, 20_000)).toBe(connections);
});
