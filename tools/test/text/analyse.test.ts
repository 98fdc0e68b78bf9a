import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, callJson } from '../call.ts';
import { graphemesOf, segmentsOf } from '../../text/unicode/segments.ts';

const counts = [
  { name: 'nothing', text: '', words: 0, graphemes: 0, bytes: 0, lines: 0, sentences: 0, paragraphs: 0 },
  {
    name: 'a family of emoji is one grapheme',
    text: '👨‍👩‍👧',
    words: 0,
    graphemes: 1,
    bytes: 18,
    lines: 1,
    sentences: 1,
    paragraphs: 1,
  },
  {
    name: 'Windows lines and paragraphs',
    text: 'a b\r\n\r\nc\r\n',
    words: 3,
    graphemes: 7,
    bytes: 10,
    lines: 3,
    sentences: 2,
    paragraphs: 2,
  },
  {
    name: 'Thai words without blanks',
    text: 'สวัสดีชาวโลก',
    words: 3,
    graphemes: 10,
    bytes: 36,
    lines: 1,
    sentences: 1,
    paragraphs: 1,
  },
];

test.each(counts)('count-text: $name', async (row) => {
  const { name, text, ...expected } = row;
  expect(await callJson('count-text', { text }), name).toMatchObject(expected);
});

test('segments of a long text join to the text, whatever the window cuts', () => {
  const unit = fc.constantFrom('a', ' ', '.', 'e\u0301', '👩‍🚀', '🇩🇪', '\r\n', '漢', 'ส', 'א', '\u200D');
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 20 }), (units) => {
      const text = units.join('').repeat(Math.ceil(5000 / units.join('').length));
      for (const granularity of ['grapheme', 'word', 'sentence'] as const) {
        expect(Array.from(segmentsOf(text, granularity), ({ segment }) => segment).join('')).toBe(text);
      }
    }),
    { numRuns: 30 },
  );
});

test('graphemes found through windows are those of the whole text', () => {
  const text = '🇩🇪👩‍🚀e\u0301x'.repeat(700);
  const whole = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  expect(graphemesOf(text)).toEqual(whole);
});

test('words found through windows are those of the whole text', () => {
  const text = "I can't pay 1,234.5 e.g. x_y ".repeat(300);
  const whole = Array.from(
    new Intl.Segmenter('en', { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  );
  expect(Array.from(segmentsOf(text, 'word'), ({ segment }) => segment)).toEqual(whole);
});

test('frequencies are sorted, shares in percent', async () => {
  expect(await callJson('character-frequency', { text: 'a👍🏽 👍🏽', top: 5 })).toEqual([
    { character: '👍🏽', count: 2, percent: 66.67 },
    { character: 'a', count: 1, percent: 33.33 },
  ]);
  expect(
    await callJson('word-frequency', { text: 'The cat and the hat', stopwords: ['the', 'AND'] }),
  ).toMatchObject([{ word: 'cat' }, { word: 'hat' }]);
});

const messages = [
  { text: 'a'.repeat(160), encoding: 'GSM-7', segments: 1 },
  { text: 'a'.repeat(161), encoding: 'GSM-7', segments: 2 },
  { text: 'я'.repeat(70), encoding: 'UCS-2', segments: 1 },
  { text: 'я'.repeat(71), encoding: 'UCS-2', segments: 2 },
  { text: '', encoding: 'GSM-7', segments: 0 },
];

test.each(messages)('sms-segments: $encoding, $segments', async ({ text, encoding, segments }) => {
  expect(await callJson('sms-segments', { text })).toMatchObject({ encoding, segments });
});

test.each([
  { text: 'Je ne sais pas ce que tu veux dire par là.', language: 'fr' },
  { text: 'This is a short English sentence.', language: 'en' },
  { text: '1234', language: null },
])('detect-language: $language', async ({ text, language }) => {
  expect(await callJson('detect-language', { text })).toMatchObject({ language });
});

test('readability of an empty text has no score', async () => {
  expect(await callJson('readability-score', { text: '', formula: 'smog' })).toMatchObject({ smog: null });
});

test('an easier text scores easier by every formula', async () => {
  const easy = await callJson<Record<string, number>>('readability-score', {
    text: 'The cat sat. The dog ran. We all had fun.',
  });
  const hard = await callJson<Record<string, number>>('readability-score', {
    text: 'Institutional accountability necessitates comprehensive documentation of organisational responsibilities and procedures.',
  });
  expect(easy['flesch-reading-ease']).toBeGreaterThan(hard['flesch-reading-ease']!);
  for (const formula of [
    'flesch-kincaid-grade',
    'gunning-fog',
    'smog',
    'coleman-liau',
    'automated-readability',
  ]) {
    expect(easy[formula], formula).toBeLessThan(hard[formula]!);
  }
});

test('inspect-unicode shows lone surrogates, joiners and names', async () => {
  expect(await callJson('inspect-unicode', { text: '\uD800\u202Eж' })).toMatchObject([
    { codePoint: 'U+D800', category: 'Surrogate', utf8: null, invisible: 'lone-surrogate' },
    { codePoint: 'U+202E', name: 'RIGHT-TO-LEFT OVERRIDE', category: 'Format', invisible: 'bidi' },
    { codePoint: 'U+0436', script: 'Cyrillic', utf8: 'd0 b6', invisible: null },
  ]);
});

test('a text of one character has no entropy', async () => {
  expect(await callJson('text-entropy', { text: 'hello world' })).toMatchObject({ bitsPerCharacter: 2.8454 });
  expect(await callJson('text-entropy', { text: 'aaaa' })).toMatchObject({ bitsPerCharacter: 0 });
});

test('tokens of pieces add up to nearly those of the whole', async () => {
  expect(Number(await call('token-count', { text: 'word '.repeat(100) }))).toBeLessThanOrEqual(101);
});
