import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call } from '../call.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });

test.each(['rot13', 'rot47', 'atbash-cipher'])('%s applied twice gives the text back', async (id) => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      expect(await call(id, { text: await call(id, { text }) })).toBe(text.toWellFormed());
    }),
    { numRuns: 60 },
  );
});

test('caesar-cipher and vigenere-cipher decode what they encoded', async () => {
  const key = fc.stringMatching(/^[A-Za-z]{1,12}$/);
  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: -1000, max: 1000 }), key, async (text, shift, word) => {
      const shifted = await call('caesar-cipher', { text, shift });
      expect(await call('caesar-cipher', { text: shifted, shift, direction: 'decode' })).toBe(
        text.toWellFormed(),
      );
      const keyed = await call('vigenere-cipher', { text, key: word });
      expect(await call('vigenere-cipher', { text: keyed, key: word, direction: 'decode' })).toBe(
        text.toWellFormed(),
      );
    }),
    { numRuns: 60 },
  );
});

test.each(['morse', 'nato'])('%s spells words that it can read', async (name) => {
  const words = fc.array(fc.stringMatching(/^[A-Z0-9]{1,8}$/), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(words, async (list) => {
      const text = list.join(' ');
      expect(await call(`${name}-decode`, { text: await call(`${name}-encode`, { text }) })).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['morse-encode', { text: 'Crème brûlée' }, '-.-. .-. . -- . / -... .-. ..- .-.. . .'],
  ['morse-encode', { text: 'a🚀b', unknown: 'skip' }, '.- -...'],
  ['morse-decode', { text: '−·− ···' }, 'KS'],
  ['nato-decode', { text: 'alfa BRAVO x-ray' }, 'ABX'],
])('%s %j', async (id, params, result) => {
  expect(await call(id, params)).toBe(result);
});

test.each([
  ['morse-encode', { text: '漢' }],
  ['morse-decode', { text: '.......-' }],
  ['nato-decode', { text: 'apple' }],
  ['vigenere-cipher', { text: 'a', key: 'ab1' }],
])('%s refuses %j', async (id, params) => {
  await expect(call(id, params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
