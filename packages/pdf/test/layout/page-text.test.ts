import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageText } from '#pdf/layout/page-text.ts';
import type { Piece } from '#pdf/layout/piece.ts';

/** Ten points high, five points a letter, drawn in the order given. */
function drawn(
  ...texts: readonly (readonly [x: number, y: number, text: string, change?: Partial<Piece>])[]
): Piece[] {
  return texts.map(([x, y, text, change], order) => ({
    text,
    x,
    y,
    width: text.length * 5,
    size: 10,
    angle: 0,
    rtl: false,
    hasSpaceBefore: false,
    order,
    ...change,
  }));
}

const left = [
  'The left column tells a story',
  'that goes on for several lines',
  'and is read as a whole before',
  'anybody looks to the right.',
];
const right = [
  'The right column is another',
  'story with its own sentences',
  'which come after the others',
  'and then the page is over.',
];
const rows = [0, 1, 2, 3];

describe('lines', () => {
  it('joins the pieces on one baseline, with spaces where there are gaps', () => {
    const pieces = drawn([50, 700, 'Hel'], [65, 700, 'lo'], [78, 700, 'world'], [50, 686, 'next']);
    expect(pageText(pieces)).toBe('Hello world\nnext');
  });

  it('reads from the top even when the file draws from the bottom', () => {
    expect(pageText(drawn([50, 600, 'last'], [50, 612, 'middle'], [50, 624, 'first']))).toBe(
      'first\nmiddle\nlast',
    );
  });

  it('keeps a superscript on its line', () => {
    expect(
      pageText(drawn([50, 700, 'E = mc'], [80, 704, '2', { size: 6, width: 3 }], [90, 700, 'holds'])),
    ).toBe('E = mc2 holds');
  });

  it('keeps a superscript of four fifths in the midst of a line of several pieces', () => {
    const pieces = drawn(
      [50, 700, 'first'],
      [80, 700, 'second'],
      [115, 700, 'third'],
      [140, 705, '[4]', { size: 8, width: 12 }],
      [155, 700, 'and on'],
      [50, 688, 'next line'],
    );
    expect(pageText(pieces)).toBe('first second third[4] and on\nnext line');
  });

  it('puts blanks between words that are set wide apart, and tabs where gaps differ', () => {
    const apart = (...gaps: readonly number[]) => {
      let x = 50;
      return ['Page', '3', 'of', '30'].map((text, at) => {
        const placed = [x, 700, text] as const;
        x += text.length * 5 + (gaps[at] ?? 0);
        return placed;
      });
    };
    expect(pageText(drawn(...apart(14, 16, 15)))).toBe('Page 3 of 30');
    expect(pageText(drawn(...apart(14, 60, 15)))).toBe('Page\t3\tof\t30');
    expect(pageText(drawn(...apart(50, 52, 51)))).toBe('Page\t3\tof\t30');
  });

  it('outputs text once that is drawn twice to look bold', () => {
    expect(pageText(drawn([50, 700, 'Title'], [50.4, 700, 'Title']))).toBe('Title');
  });

  it('separates paragraphs', () => {
    const lines = [700, 688, 676, 650, 638].map((y, index) => [50, y, `line ${index + 1}`] as const);
    expect(pageText(drawn(...lines))).toBe('line 1\nline 2\nline 3\n\nline 4\nline 5');
  });

  it('puts no spaces between ideographs', () => {
    expect(pageText(drawn([50, 700, '日本', { width: 20 }], [73, 700, '語', { width: 10 }]))).toBe('日本語');
  });

  it('puts spaces between Korean words', () => {
    expect(
      pageText(drawn([50, 700, '한국어', { width: 30 }], [83, 700, '텍스트', { hasSpaceBefore: true }])),
    ).toBe('한국어 텍스트');
  });

  it('puts a space of right-to-left text where it was drawn', () => {
    const letter = { rtl: true, width: 5 };
    const pieces = drawn(
      [50, 700, 'ג', letter],
      [55.5, 700, 'ב', { ...letter, hasSpaceBefore: true }],
      [60.5, 700, 'א', letter],
    );
    expect(pageText(pieces)).toBe('אב ג');
  });

  it('reads a right-to-left script from the right', () => {
    const rtl = { rtl: true };
    const pieces = drawn([50, 700, 'שלישי', rtl], [80, 700, 'Node 24'], [120, 700, 'ראשון', rtl]);
    expect(pageText(pieces)).toBe('ראשון Node 24 שלישי');
  });

  it('puts vertical text after the rest', () => {
    const pieces = drawn([20, 100, 'Draft', { angle: 90 }], [50, 700, 'Body text'], [50, 688, 'of the page']);
    expect(pageText(pieces)).toBe('Body text\nof the page\n\nDraft');
  });
});

describe('columns', () => {
  const oneByOne = drawn(
    ...rows.map((row) => [50, 700 - row * 12, left[row]!] as const),
    ...rows.map((row) => [320, 700 - row * 12, right[row]!] as const),
  );
  const alternating = drawn(
    ...rows.flatMap((row) => [
      [50, 700 - row * 12, left[row]!] as const,
      [320, 700 - row * 12, right[row]!] as const,
    ]),
  );
  const expected = `${left.join('\n')}\n\n${right.join('\n')}`;

  it.each([
    ['drawn one by one', oneByOne],
    ['drawn line by line', alternating],
    ['drawn from the right', oneByOne.toReversed()],
  ])('are read one after the other, %s', (_, pieces) => {
    expect(pageText(pieces)).toBe(expected);
  });

  it('with lines at different heights are read one after the other', () => {
    const shifted = alternating.map((piece) => (piece.x > 300 ? { ...piece, y: piece.y - 5 } : piece));
    expect(pageText(shifted)).toBe(expected);
  });

  it('come between the text of full width above and below', () => {
    const title = 'A title over the whole width of the page, above both columns of text';
    const foot = 'And a closing line over the whole width of the page, below both columns';
    const pieces = [...oneByOne, ...drawn([50, 740, title], [50, 630, foot])];
    expect(pageText(pieces)).toBe(`${title}\n\n${expected}\n\n${foot}`);
  });

  it('end where a table or a gap follows, although one is a little longer', () => {
    const columns = [
      ...left.map((text, index) => [50, 700 - index * 12, text] as const),
      ...right.slice(0, 3).map((text, index) => [250, 700 - index * 12, text] as const),
    ];
    const table = [
      [50, 648, 'Bolt'],
      [120, 648, '12'],
      [50, 636, 'Nut'],
      [120, 636, '7'],
    ] as const;
    const [columnsText, after] = [[...left, ...right.slice(0, 3)].join('\n'), 'Bolt\t12\nNut\t7'];
    const plain = (pieces: Piece[]) => pageText(pieces).replaceAll('\n\n', '\n');
    expect(plain(drawn(...columns, ...table))).toBe(`${columnsText}\n${after}`);
    expect(plain(drawn(...columns, [50, 630, 'A last word on the left.']))).toBe(
      `${columnsText}\nA last word on the left.`,
    );
  });

  it('may be three', () => {
    const columns = [50, 230, 410].map((x, column) =>
      rows.map((row) => [x, 700 - row * 12, `word number ${column} of row ${row}`] as const),
    );
    const pieces = drawn(...rows.flatMap((row) => columns.map((column) => column[row]!)));
    expect(pageText(pieces)).toBe(
      columns.map((column) => column.map(([, , text]) => text).join('\n')).join('\n\n'),
    );
  });

  it('with short lines are recognised when the file draws one after the other', () => {
    const [from, to] = [
      ['Bill to:', 'Ada Lovelace', '12 Square', 'London W1'],
      ['Ship to:', 'Charles Babbage', '1 Dorset St', 'London NW1'],
    ];
    const pieces = drawn(
      ...from!.map((text, row) => [50, 700 - row * 12, text] as const),
      ...to!.map((text, row) => [300, 700 - row * 12, text] as const),
    );
    expect(pageText(pieces)).toBe(`${from!.join('\n')}\n\n${to!.join('\n')}`);
  });
});

describe('tables', () => {
  const cells = [
    ['Item', 'Count', 'Price'],
    ['Steel bolt', '12', '4.50'],
    ['Brass nut', '', '1.20'],
    ['Washer', '100', '0.05'],
  ];
  const at = [50, 200, 300];
  const placed = cells.flatMap((row, y) =>
    row.flatMap((text, x) => (text ? [[at[x]!, 700 - y * 14, text] as const] : [])),
  );
  const expected = 'Item\tCount\tPrice\nSteel bolt\t12\t4.50\nBrass nut\t\t1.20\nWasher\t100\t0.05';

  it.each([
    ['row by row', placed],
    ['column by column', placed.toSorted((a, b) => a[0] - b[0])],
  ])('are read row by row with empty cells in their place, drawn %s', (_, order) => {
    expect(pageText(drawn(...order))).toBe(expected);
  });

  it('keep their empty cells next to a line within the gap between columns', () => {
    const pieces = drawn([240, 725, 'between columns'], ...placed, [100, 644, 'an indented line']);
    expect(pageText(pieces)).toBe(`between columns\n\n${expected}\n\nan indented line`);
  });

  it('keep their columns where cells are close together and a name extends into the next', () => {
    const sheet = drawn(
      [50, 700, 'Item'],
      [110, 700, 'Count'],
      [145, 700, 'Price'],
      [50, 688, 'Steel bolt'],
      [130, 688, '12'],
      [161, 688, '4.5'],
      [50, 676, 'Washer'],
      [156, 676, '0.05'],
      [50, 664, 'A longer name'],
      [135, 664, '7'],
      [161, 664, '100'],
    );
    expect(pageText(sheet)).toBe(
      'Item\tCount\tPrice\nSteel bolt\t12\t4.5\nWasher\t\t0.05\nA longer name\t7\t100',
    );
  });

  it('stay tables when one column holds sentences', () => {
    const pieces = drawn(
      ...['A bolt of steel that holds', 'A nut made of brass for it', 'A washer between the two'].flatMap(
        (text, row) => [[50, 700 - row * 14, text] as const, [300, 700 - row * 14, `${row + 1}`] as const],
      ),
    );
    expect(pageText(pieces)).toBe(
      'A bolt of steel that holds\t1\nA nut made of brass for it\t2\nA washer between the two\t3',
    );
  });
});

describe('any page', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const place = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 700 }), word);

  it('loses no word and adds none', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const apart = places.filter(
          ([x, y], index) =>
            places.findIndex((other) => Math.abs(other[0] - x) < 50 && Math.abs(other[1] - y) < 12) === index,
        );
        const read = pageText(drawn(...apart))
          .split(/\s+/)
          .filter(Boolean);
        expect(read.join('').split('').toSorted()).toEqual(
          apart
            .map(([, , text]) => text)
            .join('')
            .split('')
            .toSorted(),
        );
      }),
    );
  });
});
