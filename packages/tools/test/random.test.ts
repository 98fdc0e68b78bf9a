import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, shuffled } from '#tools/random.ts';

const ascending = (a: number, b: number) => a - b;

test('the same seed gives the same numbers, whatever the type of the seed', () => {
  const draw = (seed: string | number) => {
    const random = createRandom(seed);
    return Array.from({ length: 100 }, () => random.below(1000));
  };
  expect(draw(42)).toEqual(draw(42));
  expect(draw(42)).toEqual(draw('42'));
  expect(draw(42)).not.toEqual(draw(43));
});

test('without a seed the numbers are fresh', () => {
  expect(createRandom(undefined).bytes(16).equals(createRandom(undefined).bytes(16))).toBe(false);
});

test('numbers stay below the limit', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seed, limit) => {
      const value = createRandom(seed).below(limit);
      return Number.isInteger(value) && value >= 0 && value < limit;
    }),
  );
});

test('no number is favoured', () => {
  const random = createRandom('fair');
  const counts = [0, 0, 0];
  for (let index = 0; index < 30_000; index += 1) counts[random.below(3)]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('a shuffled list is a permutation', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
      expect(shuffled(items, createRandom(seed)).toSorted(ascending)).toEqual(items.toSorted(ascending));
    }),
  );
});
