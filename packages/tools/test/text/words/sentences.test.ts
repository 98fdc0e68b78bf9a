import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceSegments, sentencesOf } from '#tools/text/words/sentences.ts';
import { call } from '../../call.ts';

test.each([
  ['Mr. Smith met Dr. Jones. They spoke.', ['Mr. Smith met Dr. Jones.', 'They spoke.']],
  ['(Mrs. White came.) Fine.', ['(Mrs. White came.)', 'Fine.']],
  ['Use a list, e.g. Fruit. Done.', ['Use a list, e.g. Fruit.', 'Done.']],
  ['Pi is 3.14. See Fig. 2.', ['Pi is 3.14.', 'See Fig. 2.']],
  ['She lives in the east. Mr.', ['She lives in the east.', 'Mr.']],
  ['The best. Next one! Really? Yes.', ['The best.', 'Next one!', 'Really?', 'Yes.']],
  ['Signed by the Dr.\nNext paragraph.', ['Signed by the Dr.', 'Next paragraph.']],
  ['Das gilt z. B. Freitag. Gut.', ['Das gilt z. B. Freitag.', 'Gut.']],
  ['Can you? No. I cannot.', ['Can you?', 'No.', 'I cannot.']],
  ['I met J. R. R. Tolkien. He smiled.', ['I met J. R. R. Tolkien.', 'He smiled.']],
  ['Dr. Smith met J. K. Rowling.', ['Dr. Smith met J. K. Rowling.']],
  ['T.S. Eliot and George W. Bush. Then I.', ['T.S. Eliot and George W. Bush.', 'Then I.']],
  [
    'We took plan B. Nobody spoke. So did I. Ann left.',
    ['We took plan B.', 'Nobody spoke.', 'So did I.', 'Ann left.'],
  ],
  ['Take vitamin C. It helps.', ['Take vitamin C.', 'It helps.']],
  ['今日は。明日は！', ['今日は。', '明日は！']],
])('%s has its sentences', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test('the segments of any text are that text', () => {
  const word = fc.constantFrom('Mr.', 'Dr. ', 'a. ', 'B', '! ', '\n', 'e.g. ', 'x ', '🚀', '。');
  fc.assert(
    fc.property(fc.string({ unit: word }), (text) => {
      const segments = [...sentenceSegments(text)];
      expect(segments.map(({ segment }) => segment).join('')).toBe(text);
      for (const { segment, index } of segments) expect(text.startsWith(segment, index)).toBe(true);
    }),
  );
});

test('titles end no sentence where sentences are counted or kept', async () => {
  const text = 'Dr. Who left. He is back.';
  expect(JSON.parse(await call('count-text', { text }))).toMatchObject({ sentences: 2 });
  expect(await call('truncate-text', { text, length: 1, by: 'sentence' })).toBe('Dr. Who left.…');
  expect(await call('extract-sentences', { text })).toBe('Dr. Who left.\nHe is back.');
});

test('200,000 characters of titles are one sentence', () => {
  expect(sentencesOf('Mr. '.repeat(50_000))).toHaveLength(1);
});
