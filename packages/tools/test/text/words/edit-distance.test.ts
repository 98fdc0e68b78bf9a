import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, editSimilarity } from '#tools/text/words/edit-distance.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '🚀', '🚁', '𝐀'), maxLength: 8 });

/** The definition, cell by cell. */
function byDefinition(a: string, b: string): number {
  const [first, second] = [Array.from(a), Array.from(b)];
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (const [at, character] of first.entries()) {
    const next = [at + 1];
    for (const [index, other] of second.entries()) {
      const replaced = (row[index] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('agrees with the definition, character by character', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(byDefinition(a, b));
    }),
  );
});

test('is zero for equal texts only, the same both ways, and no detour is shorter', () => {
  fc.assert(
    fc.property(word, word, word, (a, b, c) => {
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
  );
});

test.each([
  ['🚀', 'a', 1, 0],
  ['🚀', '🚁', 1, 0],
  ['👩‍🚀', '', 3, 0],
  ['🚀ab', '🚀ac', 1, 2 / 3],
  ['', '', 0, 1],
])('%j and %j: an emoji counts as one character', (a, b, edits, similarity) => {
  expect(editDistance(a, b)).toBe(edits);
  expect(editSimilarity(a, b)).toBeCloseTo(similarity, 10);
});
