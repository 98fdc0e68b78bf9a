import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const anyJson = fc.jsonValue({ maxDepth: 4 });

/** JSON without insignificant blanks, in our own spelling. */
const packed = async (text: string) => call('json-minify', { text });

test.each([
  ['json-to-yaml', 'yaml-to-json'],
  ['json-to-json5', 'json5-to-json'],
])('%s and then %s give any JSON back', async (write, read) => {
  await fc.assert(
    fc.asyncProperty(anyJson, async (value) => {
      // YAML's merge key is no ordinary key, and JSON5's reader orders keys that look like numbers.
      fc.pre(!/"<<":|"\d+":|__proto__/.test(JSON.stringify(value)));
      const text = await packed(JSON.stringify(value));
      expect(JSON.parse(await call(read, { text: await call(write, { text }) }))).toEqual(JSON.parse(text));
    }),
    { numRuns: 150 },
  );
});

test('json-to-toml and toml-to-json give a table of plain values back', async () => {
  const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
  const table = fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.string(), scalar)),
  );
  await fc.assert(
    fc.asyncProperty(table, async (value) => {
      fc.pre(!/__proto__|\\ud[89a-f]/.test(JSON.stringify(value)));
      const toml = await call('json-to-toml', { text: JSON.stringify(value) });
      expect(await callJson('toml-to-json', { text: toml })).toEqual(value);
    }),
    { numRuns: 150 },
  );
});

describe('big integers keep their digits', () => {
  const big = '12345678901234567890';
  test.each([
    ['json-to-yaml', `{"a":${big}}`, `a: ${big}`],
    ['yaml-to-json', `a: ${big}`, `{\n  "a": ${big}\n}`],
    ['json-to-xml', `{"a":${big}}`, `<?xml version="1.0" encoding="UTF-8"?>\n<a>${big}</a>`],
    ['json5-to-json', `{a: -${big}, /* ${big} */ b: '${big}'}`, `{\n  "a": -${big},\n  "b": "${big}"\n}`],
    ['json-to-toml', '{"a":9007199254740993}', 'a = 9007199254740993'],
    ['toml-to-json', 'a = 9007199254740993', '{\n  "a": 9007199254740993\n}'],
    ['json-to-csv', `[{"a":${big}}]`, `a\n${big}`],
    ['json-to-markdown-table', `[{"a":${big}}]`, `| a${' '.repeat(19)} |\n| ${'-'.repeat(20)} |\n| ${big} |`],
  ])('%s', async (id, text, result) => {
    expect(await call(id, { text })).toBe(result);
  });
});

describe('YAML', () => {
  test('words that other readers take for something else go in quotes', async () => {
    expect(
      await call('json-to-yaml', { text: '{"a":"yes","b":"1","c":"null","d":"2020-01-01","e":""}' }),
    ).toBe('a: "yes"\nb: "1"\nc: "null"\nd: "2020-01-01"\ne: ""');
  });

  test('anchors, merge keys, several documents', async () => {
    expect(await callJson('yaml-to-json', { text: 'b: &x {p: 1, q: 2}\nc:\n  <<: *x\n  q: 3' })).toEqual({
      b: { p: 1, q: 2 },
      c: { p: 1, q: 3 },
    });
    expect(await callJson('yaml-to-json', { text: 'a: 1\n---\nb: 2' })).toEqual([{ a: 1 }, { b: 2 }]);
    expect(await call('yaml-to-json', { text: '' })).toBe('null');
  });

  test.each([
    ['a: 1\na: 2', 'the key a comes twice at line 2, column 1'],
    ['a: [1\nb: 2', 'line 2, column 1'],
    ['a: b: c', 'line 1, column 4'],
    ['a: *nope', 'Unresolved alias'],
  ])('refuses %j', async (text, message) => {
    await expect(call('yaml-to-json', { text })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
    expect(await callJson('yaml-validate', { text })).toMatchObject({ valid: false });
  });

  test('a set keeps its members', async () => {
    expect(await callJson('yaml-to-json', { text: '--- !!set\n? Mark\n? Sam\n' })).toEqual({
      Mark: null,
      Sam: null,
    });
    expect(await call('yaml-format', { text: 's: !!set {Mark, Sam}' })).toBe('s:\n  Mark: null\n  Sam: null');
  });

  test.each([
    ['%YAML 1.2\n', 'no document follows'],
    ['%YAML 1.2\n%YAML 1.2\n---\n', 'comes twice'],
  ])('directives that no reader may take: %j', async (text, error) => {
    expect(await callJson('yaml-validate', { text })).toMatchObject({
      valid: false,
      error: expect.stringContaining(error),
    });
  });

  test('a percent sign inside of a document is text', async () => {
    expect(await callJson('yaml-to-json', { text: '%YAML 1.2\n---\n|\n %YAML 1.2\n %x' })).toBe(
      '%YAML 1.2\n%x\n',
    );
  });

  const nines = (alias: string) => `[${Array.from({ length: 9 }, () => alias).join(',')}]`;
  const bomb = `a: &a ${nines('x')}\n${Array.from('bcdefghi', (name, at) => `${name}: &${name} ${nines(`*${'abcdefgh'[at]}`)}`).join('\n')}`;
  test.each([
    ['an alias bomb', bomb],
    ['50,000 brackets', '['.repeat(50_000)],
    ['50,000 dashes', '- '.repeat(50_000)],
    ['50,000 question marks', '? '.repeat(50_000)],
    ['300 steps of indentation', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ])('refuses %s', async (_, text) => {
    await expect(call('yaml-to-json', { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});

describe('TOML', () => {
  test('dates and times become strings', async () => {
    const text = 'a = 1979-05-27T07:32:00Z\nb = 1979-05-27\nc = [1, 2]\n[t]\nx = "y"';
    expect(await callJson('toml-to-json', { text })).toEqual({
      a: '1979-05-27T07:32:00.000Z',
      b: '1979-05-27',
      c: [1, 2],
      t: { x: 'y' },
    });
  });

  test('null is refused with its path, or left out on demand', async () => {
    await expect(call('json-to-toml', { text: '{"a":{"b":null}}' })).rejects.toThrow('/a/b');
    expect(await call('json-to-toml', { text: '{"a":1,"b":null}', dropNulls: true })).toBe('a = 1');
  });

  test.each(['[1]', '{"a":99999999999999999999}', '{"a":[null]}'])(
    'json-to-toml refuses %s',
    async (text) => {
      await expect(call('json-to-toml', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  test.each([
    'd = 2023-02-31',
    'd = 2023-02-29',
    'd = 2023-04-31T00:00:00Z',
    'd = 2100-02-29T15:15:15',
    'a = [\n  [2023-06-31],\n]',
    'a = { d = 2023-02-30 }',
  ])('a day that no month has is refused, not shifted: %j', async (text) => {
    await expect(call('toml-to-json', { text })).rejects.toThrow('no day of the calendar at line');
  });

  test('a text that looks like such a day may be a key, a text or a comment', async () => {
    const text =
      '2023-02-31 = 2024-02-29 # 2023-02-31\n[a.2023-02-30]\nb = "2023-02-31"\nc = {2023-02-31 = 1}';
    expect(await callJson('toml-to-json', { text })).toEqual({
      '2023-02-31': '2024-02-29',
      a: { '2023-02-30': { b: '2023-02-31', c: { '2023-02-31': 1 } } },
    });
  });

  test('a mistake is placed, and 50,000 brackets are refused', async () => {
    await expect(call('toml-to-json', { text: 'a = 1\nb = =' })).rejects.toThrow('line 2, column 5');
    await expect(call('toml-to-json', { text: `a = ${'['.repeat(50_000)}` })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
  });
});

describe('numbers that JSON does not know', () => {
  test.each([
    ['json5-to-json', '[Infinity,-Infinity,NaN]'],
    ['toml-to-json', 'v = [inf, -inf, nan]'],
    ['yaml-to-json', '[.inf, -.inf, .nan]'],
  ])('%s writes them as text, as null, or refuses', async (id, text) => {
    const valuesOf = async (nonFinite?: string): Promise<unknown> => {
      const value = await callJson<unknown>(id, { text, ...(nonFinite && { nonFinite }) });
      return id === 'toml-to-json' ? (value as { v: unknown }).v : value;
    };
    expect(await valuesOf()).toEqual(['Infinity', '-Infinity', 'NaN']);
    expect(await valuesOf('null')).toEqual([null, null, null]);
    const place = id === 'toml-to-json' ? '/v/0' : '/0';
    await expect(valuesOf('refuse')).rejects.toThrow(`the number Infinity at ${place}`);
  });

  test('YAML keeps its own', async () => {
    expect(await call('yaml-format', { text: '{a: .INF, b: -.inf, c: .nan}' })).toBe(
      'a: .inf\nb: -.inf\nc: .nan',
    );
  });
});

describe('JSON5', () => {
  test('comments, quotes, hex and trailing commas', async () => {
    const text = `// c\n{unquoted: 'it\\'s', hex: 0xFF, half: .5, plus: +1, list: [1,], /* x */ inf: Infinity}`;
    expect(await callJson('json5-to-json', { text })).toEqual({
      unquoted: "it's",
      hex: 255,
      half: 0.5,
      plus: 1,
      list: [1],
      inf: 'Infinity',
    });
  });

  test('a mistake is placed', async () => {
    await expect(call('json5-to-json', { text: '{a: 1,\n b}' })).rejects.toThrow('line 2, column 3');
  });
});

describe('XML', () => {
  test('formatting is idempotent and keeps mixed content, CDATA and white space that matters', async () => {
    const text =
      '<?xml version="1.0"?><!DOCTYPE html><a><p>Hi <b>x</b>!</p><sep> </sep><c><![CDATA[<x>]]></c><!-- k --><e a="&amp;"></e></a>';
    const formatted = await call('xml-format', { text });
    expect(formatted).toBe(
      '<?xml version="1.0"?>\n<!DOCTYPE html>\n<a>\n  <p>Hi <b>x</b>!</p>\n  <sep> </sep>\n  <c><![CDATA[<x>]]></c>\n  <!-- k -->\n  <e a="&amp;"/>\n</a>',
    );
    expect(await call('xml-format', { text: formatted })).toBe(formatted);
  });

  test('json-to-xml and xml-to-json give trees of strings back', async () => {
    const name = fc
      .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,6}$/)
      .filter(
        (key) => !/^(xml|__proto__|constructor|prototype|hasOwnProperty|toString|valueOf|__)/i.test(key),
      );
    const leaf = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').trim())
      .filter((text) => text !== '');
    const { tree } = fc.letrec<{ tree: Record<string, unknown> }>((tie) => ({
      tree: fc.dictionary(
        name,
        fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf, { minLength: 2, maxLength: 3 }), tie('tree')),
        { minKeys: 1, maxKeys: 3 },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        const xml = await call('json-to-xml', { text: JSON.stringify({ root: value }) });
        expect(await callJson('xml-to-json', { text: xml })).toEqual({ root: value });
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['<a><b></a>', 'line 1, column 7'],
    ['<a/><b/>', 'one root'],
    ['hello', 'line 1'],
    ['', 'line 1'],
    ['<a b="1 & 2"/>', 'line 1, column 9'],
    ['<a b="<"/>', 'line 1, column 7'],
    ['<a>]]></a>', 'char data'],
    ['<a><!-- a -- b --></a>', 'comment'],
    ['<a><!-x- n --><d/></a>', 'line 1, column 4'],
    ['<a>&nbsp;</a>', 'Undefined entity'],
    ['<a>&#0;</a>', 'line 1, column 4'],
    ['<a>&#xD800;</a>', 'line 1'],
    ['<a>\u0001</a>', 'character'],
    ['<?xml version=1.0?><a/>', 'line 1'],
    [' <?xml version="1.0"?><a/>', 'start of the document'],
    ['<a><![cdata[x]]></a>', 'line 1, column 4'],
  ])('refuses %j', async (text, message) => {
    await expect(call('xml-to-json', { text })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
    expect(await callJson('xml-validate', { text })).toMatchObject({ valid: false });
  });

  test('entities of a document type are well-formed, never expanded, and not converted', async () => {
    const text = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';
    expect(await callJson('xml-validate', { text })).toMatchObject({ valid: true, root: 'x' });
    for (const id of ['xml-to-json', 'xml-format', 'xml-minify'])
      await expect(call(id, { text })).rejects.toThrow('internal subset');
  });

  test.each(['1.0', '1.1', '-1.0'])('version %s is read', async (version) => {
    const text = `<?xml version="${version}"?><a/>`;
    expect(await callJson('xml-validate', { text })).toMatchObject({ valid: true });
  });

  test('a document type inside of CDATA is text', async () => {
    const text = '<a><![CDATA[<!DOCTYPE x>]]></a>';
    expect(await callJson('xml-to-json', { text })).toEqual({ a: '<!DOCTYPE x>' });
  });

  test('5,000 nested tags are refused', async () => {
    const text = '<a>'.repeat(5_000) + '</a>'.repeat(5_000);
    await expect(call('xml-format', { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });

  test.each(['{"a b":1}', '{"a":{"@x":{}}}', '{"a":"\\u0000"}'])('json-to-xml refuses %s', async (text) => {
    await expect(call('json-to-xml', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

test.each(['json-to-yaml', 'json-to-toml', 'json-to-xml'])(
  '%s refuses a document that indentation or paths multiply',
  async (id) => {
    const deep = (leaf: string) => `${'{"aaaaaaaaaa":'.repeat(150)}${leaf}${'}'.repeat(150)}`;
    const text = deep(`{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":{"x":1}`).join(',')}}`);
    await expect(call(id, { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  },
);

test.each(['{{name}}', '? [1, 2]\n: 3', '? {a: 1}\n: 3', '&x {a: 1}: 2', 'k: &x [1]\n*x : 2'])(
  'a key that JSON does not know is refused, not renamed: %j',
  async (text) => {
    for (const id of ['yaml-to-json', 'yaml-format'])
      await expect(call(id, { text })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('key that is a list or a map'),
      });
    expect(JSON.parse(await call('yaml-validate', { text }))).toMatchObject({ valid: true });
  },
);

test('keys of YAML that are numbers, flags or nothing become text', async () => {
  expect(await call('yaml-to-json', { text: '1: a\n1.50: b\ntrue: c\nnull: d', indent: 0 })).toBe(
    '{"1":"a","1.50":"b","true":"c","null":"d"}',
  );
});
