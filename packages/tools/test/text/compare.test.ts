import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' ', '👩‍🚀'), maxLength: 40 });

test('a diff applied to the old text gives the new one', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat({ max: 5 }), async (before, after, context) => {
      const patch = await call('diff-text', { text: before, other: after, context });
      expect(await call('apply-patch', { text: before, patch })).toBe(after);
    }),
  );
});

test('the distance is symmetric, and zero only between equals', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const distance = await call('edit-distance', { text: a, other: b });
      expect(await call('edit-distance', { text: b, other: a })).toBe(distance);
      expect(distance === '0').toBe(a === b);
    }),
  );
});

test.each(['levenshtein', 'jaccard', 'cosine'])(
  '%s lies between 0 and 1, equal texts are 1',
  async (method) => {
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const score = Number(await call('similarity-score', { text: a, other: b, method }));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(await call('similarity-score', { text: a, other: a, method })).toBe('1');
      }),
    );
  },
);

test('the words and characters that changed are marked', async () => {
  expect(await call('diff-text', { text: 'a red cat', other: 'a blue cat', unit: 'word' })).toBe(
    'a [-red-]{+blue+} cat',
  );
  expect(await call('diff-text', { text: '👩‍🚀x', other: '👨‍🚀x', unit: 'char' })).toBe('[-👩‍🚀-]{+👨‍🚀+}x');
  expect(await call('diff-text', { text: 'same', other: 'same', unit: 'word' })).toBe('');
});

test('numbers too large for a double differ', async () => {
  const params = { text: '{"id": 9007199254740993}', other: '{"id": 9007199254740992}' };
  expect(await call('diff-json', params)).toContain('9007199254740992');
  expect(await call('diff-json', { text: '{"a":1,"b":[]}', other: '{"b":[],"a":1}' })).toBe('[]');
});

test('list entries are compared without the blanks around them', async () => {
  const lists = { text: ' a\nb\n\nb', other: 'B\nc ' };
  expect(await call('compare-lists', { ...lists, ignoreCase: true })).toBe('b');
  expect(await call('compare-lists', { ...lists, show: 'onlyA' })).toBe('a\nb');
  expect(await call('compare-lists', { ...lists, show: 'onlyOne', ignoreCase: true })).toBe('a\nc');
  expect(await call('compare-lists', { ...lists, show: 'all', ignoreCase: true })).toBe('a\nb\nc');
});

test('the closest entry comes first', async () => {
  expect(
    await callJson('closest-match', { text: 'colour', other: 'color\ncolony\ncloud', top: 2 }),
  ).toMatchObject([{ entry: 'color', distance: 1 }, { entry: 'colony' }]);
});

test('a common beginning never ends in half a character', async () => {
  expect(await call('common-prefix', { text: 'x😀\nx😁' })).toBe('x');
});
