import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePageRanges, selectPages } from '#pdf/page-ranges.ts';

const select = (text: string, pageCount: number, pagesMax = 5_000) =>
  selectPages(parsePageRanges(text), pageCount, pagesMax);

describe('page ranges', () => {
  it.each([
    ['1', [1]],
    ['3-5', [3, 4, 5]],
    ['5,1', [5, 1]],
    ['2,2,1-2', [2, 2, 1, 2]],
    ['  1 ,\t4 - 5 ', [1, 4, 5]],
    ['01,002', [1, 2]],
    ['4-4', [4]],
  ])('reads %j', (text, pages) => {
    expect(select(text, 5)).toEqual(pages);
  });

  it.each([
    ['1,,2', '""'],
    ['1,', '""'],
    [',', '""'],
    ['5-3', '"5-3"'],
    ['0', '"0"'],
    ['1,0-2', '"0-2"'],
    ['a', '"a"'],
    ['1-2-3', '"1-2-3"'],
    ['-3', '"-3"'],
    ['2-', '"2-"'],
    ['1 2', '"1 2"'],
    ['1;2', '"1;2"'],
    ['1.5', '"1.5"'],
    ['+1', '"+1"'],
    ['1e1', '"1e1"'],
    ['٣', '"٣"'],
    ['1,6', '"6"'],
    ['2-6', '"2-6"'],
    ['99999999999999999999999', '"99999999999999999999999"'],
  ])('refuses %j and names the part', (text, named) => {
    expect(() => select(text, 5)).toThrow(
      expect.objectContaining({ code: 'INVALID_PAGE_RANGES', message: expect.stringContaining(named) }),
    );
  });

  it('cuts an endless part in its message', () => {
    expect(() => parsePageRanges('x'.repeat(10_000))).toThrow(/"x{40}…"/);
  });

  it('refuses more pages than allowed before it builds the list', () => {
    expect(() => select(Array(2_000).fill('1-5000').join(','), 5_000)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
    expect(select('1-3', 3, 3)).toHaveLength(3);
  });

  it('selects exactly what was written, for any valid list', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 10 }), (parts) => {
        const text = parts
          .map(([first, more]) => (more === 0 ? `${first}` : `${first}-${first + more}`))
          .join(' , ');
        const expected = parts.flatMap(([first, more]) =>
          Array.from({ length: more + 1 }, (_, i) => first + i),
        );
        expect(select(text, 55)).toEqual(expected);
      }),
    );
  });
});
