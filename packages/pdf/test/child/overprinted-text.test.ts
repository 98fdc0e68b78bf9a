import { expect, test } from 'vitest';
import { withoutOverprint } from '#pdf/child/text-pieces.ts';

test.each([
  ['drawn twice', 'bboottttllee', 'bottle', 28],
  ['drawn so often that it differs from letter to letter', 'TTeeesssttttt', 'Test', 20],
  ['of two words', 'aabb  ccdd', 'ab  cd', 20],
])('text %s is read once', (_, text, once, width) => {
  expect(withoutOverprint(text, width, 10)).toBe(once);
});

test.each([
  ['whose letters have their width', 'aabbcc', 30],
  ['of one letter', 'llll', 5],
  ['with a single letter among doubled ones', 'aabbc', 5],
  ['without letters', '  ', 1],
])('text %s stays', (_, text, width) => {
  expect(withoutOverprint(text, width, 10)).toBe(text);
});
