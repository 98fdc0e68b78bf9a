import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtSentence } from '#tools/skills/cut-at-sentence.ts';
import { wordCount } from '#tools/skills/word-count.ts';

describe('cutAtSentence', () => {
  it.each([
    ['', 3, '', false],
    ['One two three.', 3, 'One two three.', false],
    ['One two. Three four. Five.', 4, 'One two. Three four.', true],
    ['One two. Three four. Five.', 3, 'One two.', true],
    ['One two three four five.', 3, 'One two three…', true],
    ['# Title\n\n- one\n- two\n- three', 6, '# Title\n\n- one\n- two', true],
    ['我喜歡讀書。他喜歡唱歌。', 4, '我喜歡讀書。', true],
  ])('cuts %j to %i words', (text, wordsMax, expected, isTruncated) => {
    expect(cutAtSentence(text, wordsMax)).toEqual({ text: expected, isTruncated });
  });

  it('gives a beginning of the text that is within the words, counted in either way', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.array(fc.lorem({ mode: 'sentences', maxCount: 3 })).map((parts) => parts.join('\n\n')),
      fc
        .array(fc.constantFrom('a', 'b-c/d', '—', '.', '好', "don't", ' ', '\n'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, wordsMax) => {
        const cut = cutAtSentence(text, wordsMax);
        expect(text.startsWith(cut.text.replace(/…$/, '')) || text === cut.text).toBe(true);
        expect(cut.isTruncated).toBe(wordCount(text) > wordsMax);
        expect(cut.text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(wordsMax);
        expect(wordCount(cut.text)).toBeLessThanOrEqual(wordsMax);
      }),
    );
  });
});
