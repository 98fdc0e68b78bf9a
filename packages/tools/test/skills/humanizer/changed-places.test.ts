import { expect, it } from 'vitest';
import { changedPlaces } from '#tools/skills/humanizer/changed-places.ts';

it.each([
  ['a b c', 'a b c', 0],
  ['a b c', 'a x c', 1],
  ['a b c d', 'a x y d', 1],
  ['a b c d e', 'x b c d y', 2],
  ['a b c', 'a c', 1],
  ['a c', 'a b c', 1],
  ['', 'a', 1],
  ['a  b', 'a b', 0],
])('from %j to %j are %i places', (before, after, places) => {
  expect(changedPlaces(before, after)).toBe(places);
});
