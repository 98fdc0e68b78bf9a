import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemesOf, segmentsOf } from '#tools/text/unicode/segments.ts';
import { unjoinedEastAsian, unjoinedNarrow } from '#tools/text/unicode/unjoined.ts';

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

test('characters that count as unjoined are graphemes of their own', () => {
  const unjoined = new RegExp(`[${unjoinedNarrow}${unjoinedEastAsian}]`);
  const characters = Array.from({ length: 2 ** 16 }, (_, code) => String.fromCharCode(code));
  const text = characters.filter((character) => unjoined.test(character)).join('');
  const beside = Array.from(text, (character) => `${character}${character}a`).join('');
  const segmenter = new Intl.Segmenter('en');
  for (let start = 0; start < beside.length; start += 1000) {
    const part = beside.slice(start, start + 1000);
    expect([...segmenter.segment(part)]).toHaveLength(part.length);
    expect(graphemesOf(part)).toHaveLength(part.length);
  }
});
