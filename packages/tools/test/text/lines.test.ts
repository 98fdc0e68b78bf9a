import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

const line = fc.string({ maxLength: 20, unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text));
const lines = fc.array(line, { minLength: 1, maxLength: 30 }).filter((all) => all.at(-1) !== '');
const sorted = (all: readonly string[]) => all.toSorted((a, b) => (a < b ? -1 : Number(a > b)));

const cases: [id: string, name: string, params: Record<string, unknown>, result: string][] = [
  ['sort-lines', 'a final break stays at the end', { text: 'b\na\n' }, 'a\nb\n'],
  ['reverse-lines', 'Windows line ends stay', { text: 'a\r\nb\r\n' }, 'b\r\na\r\n'],
  ['reverse-lines', 'a byte order mark stays in front', { text: '\uFEFFa\nb' }, '\uFEFFb\na'],
  ['sort-lines', 'numbers by value', { text: 'v10\nv9', numeric: true }, 'v9\nv10'],
  [
    'sort-lines',
    'descending keeps equal lines in order',
    { text: 'b\nA\na', order: 'desc', ignoreCase: true },
    'b\nA\na',
  ],
  ['sort-lines', 'Swedish puts ö last, German does not', { text: 'z\nö', locale: 'sv' }, 'z\nö'],
  ['sort-lines', 'German puts ö before z', { text: 'z\nö', locale: 'de' }, 'ö\nz'],
  [
    'dedupe-lines',
    'the last of equal lines stays',
    { text: 'a\nb\nA', ignoreCase: true, keep: 'last' },
    'b\nA',
  ],
  ['take-lines', 'negative numbers count from the end', { text: 'a\nb\nc', from: -2 }, 'b\nc'],
  ['take-lines', 'a range beyond the end is cut', { text: 'a\nb', from: 2, to: 9 }, 'b'],
  ['take-lines', 'an empty range gives nothing', { text: 'a\nb', from: 2, to: 1 }, ''],
  ['filter-lines', 'inverted filter', { text: 'a\nb', contains: 'a', invert: true }, 'b'],
  ['pad-lines', 'wide characters take two columns', { text: '漢', width: 4, fill: '.' }, '漢..'],
  ['truncate-text', 'right to left text is cut by characters', { text: 'שלום עולם', length: 5 }, 'שלום…'],
  ['truncate-text', 'a flag is one character', { text: '🇩🇪🇫🇷🇮🇹', length: 2, suffix: '' }, '🇩🇪🇫🇷'],
  [
    'truncate-text',
    'a suffix longer than the length is cut',
    { text: 'abcdef', length: 2, suffix: '...' },
    '..',
  ],
  [
    'truncate-text',
    'sentences are kept whole',
    { text: 'One. Two. Three.', length: 2, by: 'sentence' },
    'One. Two.…',
  ],
  ['split-text', 'pieces of graphemes', { text: '👩‍🚀a👍🏽', every: 1 }, '👩‍🚀\na\n👍🏽'],
  ['rotate-lines', 'rotation goes round', { text: 'a\nb\nc', by: -4 }, 'c\na\nb'],
  ['unwrap-text', 'list entries are not joined', { text: 'a\nb\n- c\n- d' }, 'a b\n- c\n- d'],
];

test.each(cases)('%s: %s', async (id, _name, params, result) => {
  expect(await call(id, params)).toBe(result);
});

test('split-text wants a separator or a number, not both', async () => {
  await expect(call('split-text', { text: 'a' })).rejects.toThrow('params.separator or params.every');
  await expect(call('split-text', { text: 'a', separator: 'a', every: 1 })).rejects.toThrow('not both');
});

describe('laws', () => {
  test('sorting is idempotent and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const once = await call('sort-lines', { text: all.join('\n') });
        expect(await call('sort-lines', { text: once })).toBe(once);
        expect(sorted(once.split('\n'))).toEqual(sorted(all));
      }),
    );
  });

  test('lines that are equal but for case keep their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'A', 'b', 'B'), { minLength: 1 }), async (all) => {
        const result = (await call('sort-lines', { text: all.join('\n'), ignoreCase: true })).split('\n');
        for (const letter of ['a', 'b']) {
          const of = (list: readonly string[]) => list.filter((entry) => entry.toLowerCase() === letter);
          expect(of(result)).toEqual(of(all));
        }
      }),
    );
  });

  test('a shuffle is a permutation that its seed repeats', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer(), async (all, seed) => {
        const params = { text: all.join('\n'), seed };
        const once = await call('shuffle-lines', params);
        expect(await call('shuffle-lines', params)).toBe(once);
        expect(sorted(once.split('\n'))).toEqual(sorted(all));
      }),
    );
  });

  test('dedupe is idempotent and keeps one of each', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const once = await call('dedupe-lines', { text: all.join('\n') });
        expect(await call('dedupe-lines', { text: once })).toBe(once);
        if (once !== '') expect(once.split('\n')).toEqual([...new Set(all)]);
      }),
    );
  });

  test('reversing lines twice gives the text back', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const text = all.join('\n');
        fc.pre(all[0] !== '' && !text.startsWith('\uFEFF') && !all.at(-1)?.startsWith('\uFEFF'));
        expect(await call('reverse-lines', { text: await call('reverse-lines', { text }) })).toBe(text);
      }),
    );
  });

  test('reversing emoji, accents and scripts twice gives the text back', async () => {
    const unit = fc.constantFrom('a', 'é', 'e\u0301', '👩‍🚀', '👍🏽', 'ß', 'ש', '漢', ' ', '1');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), async (text) => {
        expect(await call('reverse-text', { text: await call('reverse-text', { text }) })).toBe(text);
      }),
    );
  });

  test('indenting and dedenting give the text back', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1 }),
        fc.integer({ min: 0, max: 16 }),
        async (all, size) => {
          const text = all.join('\n');
          expect(await call('dedent-text', { text: await call('indent-text', { text, size }) })).toBe(text);
        },
      ),
    );
  });

  test('no wrapped line is wider than asked for, and no word is lost', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(fc.array(word), fc.integer({ min: 15, max: 60 }), async (words, width) => {
        const wrapped = await call('wrap-text', { text: words.join(' '), width });
        expect(Math.max(...wrapped.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(width);
        expect(wrapped.split(/\s+/).join(' ')).toBe(words.join(' '));
      }),
    );
  });

  test.each([
    [10, 'The quick\nbrown fox'],
    [5, 'The\nquick\nbrown\nfox'],
    [3, 'The\nqui\nck\nbro\nwn\nfox'],
  ])('a text is wrapped at %d columns', async (width, result) => {
    expect(await call('wrap-text', { text: 'The quick brown fox', width })).toBe(result);
  });

  test('a truncated text is never longer than asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat({ max: 30 }), async (text, length) => {
        const graphemes = [
          ...new Intl.Segmenter('en').segment(await call('truncate-text', { text, length })),
        ];
        expect(graphemes.length).toBeLessThanOrEqual(length);
      }),
    );
  });
});

test.each<[order: string, text: string, result: string]>([
  ['asc', '-5\n3\n-10\n1.5\n1.25', '-10\n-5\n1.25\n1.5\n3'],
  ['desc', '-5\n3\n-10\n1.5\n1.25', '3\n1.5\n1.25\n-5\n-10'],
  ['asc', '1e3\n20\n3.5', '3.5\n20\n1e3'],
  [
    'asc',
    '9007199254740993\n9007199254740992\n-9007199254740993\n-9007199254740992',
    '-9007199254740993\n-9007199254740992\n9007199254740992\n9007199254740993',
  ],
  ['asc', '1.0\n1\n01', '1.0\n1\n01'],
  ['asc', '2\n\n1', '\n1\n2'],
  ['asc', 'v10\nv-9\n3', '3\nv-9\nv10'],
])('sort-lines orders numbers by value, %s: %s', async (order, text, result) => {
  expect(await call('sort-lines', { text, numeric: true, order })).toBe(result);
});

test('sorting numbers agrees with arithmetic', async () => {
  const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(numbers, async (all) => {
      const sorted = await call('sort-lines', { text: all.map(String).join('\n'), numeric: true });
      const expected = all.map((value) => value + 0).toSorted((a, b) => a - b);
      expect(sorted.split('\n').map((line) => Number(line) + 0)).toEqual(expected);
    }),
  );
});

test('numbering and then taking the numbers off gives the lines back', async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: -5, max: 2000 }), async (all, start) => {
      fc.pre(!all.some((one) => one.startsWith('\uFEFF')));
      const numbered = await call('number-lines', { text: all.join('\n'), start, separator: '\t' });
      const stripped = numbered.split('\n').map((one) => one.replace(/^ *-?\d+\t/, ''));
      expect(stripped).toEqual(all);
    }),
  );
});

test('dedupe keeps the order of the first ones', async () => {
  const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(few, async (all) => {
      expect(await call('dedupe-lines', { text: all.join('\n') })).toBe([...new Set(all)].join('\n'));
    }),
  );
});
