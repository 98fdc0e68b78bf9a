import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const cell = fc.string({ unit: 'grapheme', maxLength: 12 });

test.each(['comma', 'semicolon', 'tab', 'pipe', ',', ';', '\t', '|'])(
  'json-to-csv and csv-to-json give rows of text back, with %s',
  async (delimiter) => {
    const rows = fc.array(fc.record({ first: cell, second: cell }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (value) => {
        // An empty line is no row, and a lone surrogate becomes U+FFFD.
        fc.pre(!/\\ud[89a-f]/.test(JSON.stringify(value)));
        const text = await call('json-to-csv', {
          text: JSON.stringify(value),
          delimiter,
          guardFormulas: false,
        });
        expect(await callJson('csv-to-json', { text, delimiter })).toEqual(value);
      }),
      { numRuns: 80 },
    );
  },
);

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-x', "'-x"],
  ['-5', '-5'],
  ['+1.5e3', '+1.5e3'],
  ['a=b', 'a=b'],
])('the cell %j is exported as %j', async (value, exported) => {
  expect(await call('json-to-csv', { text: JSON.stringify([[value]]) })).toBe(exported);
});

describe('csv-to-json', () => {
  test.each([
    ['BOM, CRLF and quotes', '\uFEFFa,b\r\n"x ""y""","1\r\n2"\r\n', [{ a: 'x "y"', b: '1\r\n2' }]],
    ['semicolons found by themselves', 'a;b\n1,5;2', [{ a: '1,5', b: '2' }]],
    [
      'short and long rows',
      'a,b\n1\n1,2,3',
      [
        { a: '1', b: '', column_3: '' },
        { a: '1', b: '2', column_3: '3' },
      ],
    ],
    ['repeated and blank names', 'a,a,\n1,2,3', [{ a: '1', a_2: '2', column_3: '3' }]],
    ['a header alone', 'a,b', []],
  ])('%s', async (_, text, result) => {
    expect(await callJson('csv-to-json', { text })).toEqual(result);
  });

  test('types only what JSON would write the same way', async () => {
    const text = 'a,b,c,d,e\n1.50,007,true,,12345678901234567890';
    expect(await call('csv-to-json', { text, inferTypes: true, indent: 0 })).toBe(
      '[{"a":1.50,"b":"007","c":true,"d":null,"e":12345678901234567890}]',
    );
  });

  test.each(['a,b\n"1', 'a\n"x"y'])('refuses %j with its line', async (text) => {
    await expect(call('csv-to-json', { text })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('line 2'),
    });
  });
});

describe('multiplying input is refused before it is built', () => {
  test.each([
    ['json-to-csv', { text: JSON.stringify(Array.from({ length: 9_000 }, (_, at) => ({ [`k${at}`]: 1 }))) }],
    ['csv-to-json', { text: `${'a'.repeat(50_000)},b\n${'1,2\n'.repeat(30_000)}` }],
    ['csv-to-markdown', { text: `${'a'.repeat(50_000)},b\n${'1,2\n'.repeat(30_000)}` }],
    ['csv-transpose', { text: `${','.repeat(90_000)}\n${'1\n'.repeat(50_000)}` }],
    ['markdown-table-format', { text: `|${'a'.repeat(50_000)}|\n|-|\n${'|x|\n'.repeat(30_000)}` }],
  ])('%s', async (id, params) => {
    await expect(call(id, params)).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});

describe('Markdown tables', () => {
  test('wide characters and emoji line up as fonts draw them', async () => {
    expect(await call('csv-to-markdown', { text: 'a,b\n漢字,🚀\nx,y' })).toBe(
      '| a    | b   |\n| ---- | --- |\n| 漢字 | 🚀  |\n| x    | y   |',
    );
  });

  test('bars and line breaks in cells survive the way to Markdown and back', async () => {
    const text = await call('csv-to-markdown', { text: 'a,b\n"x|y","1\n2"' });
    expect(text).toContain('x\\|y');
    expect(await call('markdown-table-to-csv', { text })).toBe('a,b\nx|y,"1\n2"');
  });

  test('formatting is idempotent', async () => {
    const inline = fc.string({ maxLength: 10 }).map((value) => value.replace(/[|\\\r\n]/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(inline, inline), { minLength: 1, maxLength: 5 }), async (rows) => {
        const text = `|a|b|\n|:-|-:|\n${rows.map((row) => `|${row.join('|')}|`).join('\n')}`;
        const formatted = await call('markdown-table-format', { text });
        expect(await call('markdown-table-format', { text: formatted })).toBe(formatted);
      }),
    );
  });

  test('refuses what is no table', async () => {
    await expect(call('markdown-table-format', { text: 'a | b\nc | d' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('editing', () => {
  test('csv-sort keeps equal rows in order, and puts what is no number last', async () => {
    const text = 'n,v\n2,a\nx,b\n1,c\n2,d\n,e';
    expect(await call('csv-sort', { text, column: 'n', numeric: true })).toBe('n,v\n1,c\n2,a\n2,d\nx,b\n,e');
    expect(await call('csv-sort', { text, column: '1', numeric: true, order: 'descending' })).toBe(
      'n,v\n2,a\n2,d\n1,c\nx,b\n,e',
    );
  });

  test('transposing twice gives the table back', async () => {
    const word = fc.stringMatching(/^[a-z]{1,5}$/);
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 5 })
          .chain((width) =>
            fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
          ),
        async (rows) => {
          const text = rows.map((row) => row.join(',')).join('\n');
          const turned = await call('csv-transpose', { text, delimiter: 'comma' });
          expect(await call('csv-transpose', { text: turned, delimiter: 'comma' })).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a column that is not there is named', async () => {
    await expect(call('csv-select-columns', { text: 'a,b\n1,2', columns: ['c'] })).rejects.toThrow('"c"');
    await expect(call('csv-sort', { text: 'a,b\n1,2', column: '3' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

test('a quote inside of a cell is refused with the way out, and taken on request', async () => {
  const text = 'height,n\n5\'10",1';
  await expect(call('csv-to-json', { text })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    hint: expect.stringContaining('lenient'),
  });
  expect(await callJson('csv-to-json', { text, lenient: true })).toEqual([{ height: '5\'10"', n: '1' }]);
});

describe('csv-filter', () => {
  const text = 'name,total\nA,5\nB,\nC,20\nD,-1\nE,x\n';

  test.each([
    ['equals', '5', 'A'],
    ['not-equals', '5', 'B,C,D,E'],
    ['contains', '2', 'C'],
    ['above', '4', 'A,C'],
    ['below', '10', 'A,D'],
    ['empty', undefined, 'B'],
    ['filled', undefined, 'A,C,D,E'],
  ])('keeps by %s %s the rows %s: an empty cell is no number', async (comparison, value, kept) => {
    const result = await call('csv-filter', {
      text,
      column: 'total',
      where: comparison,
      ...(value && { value }),
    });
    expect(
      result
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',')[0])
        .join(','),
    ).toBe(kept);
  });
});

describe('html-table-to-csv', () => {
  test('a cell that spans columns and rows is in each of them', async () => {
    const text =
      '<table><tr><th colspan=2>name<th rowspan=2>sum</tr><tr><td>Ada<td>King</tr><tr><td>Bob<td><td>3</table>';
    expect(await call('html-table-to-csv', { text })).toBe('name,name,sum\nAda,King,sum\nBob,,3');
  });

  test('a table inside of a cell is a table of its own', async () => {
    const text = '<table><tr><td>a<table><tr><td>inner</td></tr></table></td><td>b</td></tr></table>';
    expect(await call('html-table-to-csv', { text })).toBe('ainner,b');
    expect(await call('html-table-to-csv', { text, table: 2 })).toBe('inner');
  });

  test.each([
    ['no table', '<p>a</p>', 1],
    ['fewer tables', '<table><tr><td>a</td></tr></table>', 2],
  ])('%s is refused', async (_, text, table) => {
    await expect(call('html-table-to-csv', { text, table })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('spans that would fill more than a result may have are refused', async () => {
    const row = `<tr>${'<td colspan=1000 rowspan=1000>aaaaaaaaaa</td>'.repeat(20)}</tr>`;
    const text = `<table>${row}${'<tr></tr>'.repeat(999)}</table>`;
    await expect(call('html-table-to-csv', { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});

test('csv-merge keeps columns of one name apart, and refuses what would multiply', async () => {
  expect(await call('csv-merge', { text: 'a,a\n1,2', other: 'b;a\n3;4' })).toBe('a,a_2,b\n1,2,\n4,,3');
  const wide = (prefix: string) => Array.from({ length: 1_000 }, (_, at) => `${prefix}${at}`).join(',');
  const rows = '1\n'.repeat(600);
  await expect(
    call('csv-merge', { text: `${wide('a')}\n${rows}`, other: `${wide('b')}\n${rows}` }),
  ).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
});
