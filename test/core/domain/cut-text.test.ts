import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutAt, cutToBytes } from '#domain/cut-text.ts';

describe('cutToBytes', () => {
  it.each([
    ['short', 10, 'short', false],
    ['exactly10!', 10, 'exactly10!', false],
    ['eleven char', 10, 'eleven cha', true],
    ['ééé', 6, 'ééé', false],
    ['éééé', 7, 'ééé', true],
    ['a😀b', 4, 'a', true],
    ['a\ud83d', 10, 'a\ufffd', false],
    ['', 0, '', false],
    ['a', 0, '', true],
  ])('cuts %j at %i bytes', (text, bytesMax, cut, truncated) => {
    expect(cutToBytes(text, bytesMax)).toEqual({ text: cut, truncated });
  });

  it('gives the longest beginning that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytesMax) => {
        const cut = cutToBytes(text, bytesMax);
        const [next = ''] = text.slice(cut.text.length);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(bytesMax);
        if (cut.truncated) expect(Buffer.byteLength(cut.text + next)).toBeGreaterThan(bytesMax);
        else expect(cut.text).toBe(text);
      }),
    );
  });
});

describe('cutAt', () => {
  it.each([
    ['abc', 2, 2],
    ['abc', 9, 3],
    ['a😀b', 2, 1],
    ['a😀b', 3, 3],
    ['a\ud83d', 2, 2],
  ])('in %j at %i is %i', (text, end, expected) => expect(cutAt(text, end)).toBe(expected));
});
