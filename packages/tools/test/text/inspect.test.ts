import { expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

test.each([
  { text: 'Je ne sais pas ce que tu veux dire par là.', language: 'fr' },
  { text: 'This is a short English sentence.', language: 'en' },
  { text: '1234', language: null },
])('detect-language: $language', async ({ text, language }) => {
  expect(await callJson('detect-language', { text })).toMatchObject({ language });
});

test('inspect-unicode shows lone surrogates, joiners and names', async () => {
  expect(await callJson('inspect-unicode', { text: '\uD800\u202Eж' })).toMatchObject([
    { codePoint: 'U+D800', category: 'Surrogate', utf8: null, invisible: 'lone-surrogate' },
    { codePoint: 'U+202E', name: 'RIGHT-TO-LEFT OVERRIDE', category: 'Format', invisible: 'bidi' },
    { codePoint: 'U+0436', script: 'Cyrillic', utf8: 'd0 b6', invisible: null },
  ]);
});

test('tokens of pieces add up to nearly those of the whole', async () => {
  expect(Number(await call('token-count', { text: 'word '.repeat(100) }))).toBeLessThanOrEqual(101);
});
