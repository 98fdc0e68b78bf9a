import { expect, test } from 'vitest';
import { callJson } from '../call.ts';

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

test('frequencies are sorted, shares in percent', async () => {
  expect(await callJson('character-frequency', { text: 'a👍🏽 👍🏽', top: 5 })).toEqual([
    { character: '👍🏽', count: 2, percent: 66.67 },
    { character: 'a', count: 1, percent: 33.33 },
  ]);
  expect(
    await callJson('word-frequency', { text: 'The cat and the hat', stopwords: ['the', 'AND'] }),
  ).toMatchObject([{ word: 'cat' }, { word: 'hat' }]);
});
