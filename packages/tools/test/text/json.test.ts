import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import { call, callJson } from '../call.ts';

const anyJson = fc.jsonValue({ maxDepth: 5 });

describe('printing', () => {
  test('formats as JSON.stringify does, for any JSON and indent', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, fc.integer({ min: 0, max: 8 }), async (value, indent) => {
        // Objects with keys like numbers are apart: there JSON.stringify changes the order.
        fc.pre(!/"\d+":/.test(JSON.stringify(value)));
        expect(await call('json-format', { text: JSON.stringify(value), indent })).toBe(
          JSON.stringify(value, null, indent),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('formatting twice changes nothing, and minifying undoes it', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        const text = JSON.stringify(value);
        const formatted = await call('json-format', { text });
        expect(await call('json-format', { text: formatted })).toBe(formatted);
        expect(await call('json-minify', { text: formatted })).toBe(await call('json-minify', { text }));
      }),
    );
  });

  test.each(['12345678901234567890', '0.1234567890123456789012345', '1.10', '1e400', '-0', '1E+2'])(
    'keeps the number %s as it is written',
    async (text) => {
      expect(await call('json-format', { text })).toBe(text);
      expect(await call('json-sort-keys', { text: `[${text}]`, indent: 0 })).toBe(`[${text}]`);
      expect(await call('json-flatten', { text: `{"a":{"b":${text}}}` })).toContain(`"a.b": ${text}`);
      expect(await call('json-pointer', { text: `[${text}]`, pointer: '/0' })).toBe(text);
    },
  );

  test('keeps the order of keys that look like numbers, and a key called __proto__', async () => {
    const text = '{"b":1,"2":2,"1":3,"__proto__":{"x":1}}';
    expect(await call('json-minify', { text })).toBe(text);
  });

  test('a byte order mark in front is passed over', async () => {
    expect(await call('json-minify', { text: '\uFEFF{ }' })).toBe('{}');
  });
});

describe('json-validate', () => {
  test.each([
    ['{"a":1,}', 1, 8],
    ['[1 2]', 1, 4],
    ['{\r\n  "a": tru\r\n}', 2, 8],
    ["{'a':1}", 1, 2],
    ['"a\nb"', 1, 3],
    ['[01]', 1, 3],
    ['', 1, 1],
    ['nul', 1, 1],
    ['"\\x"', 1, 2],
    ['"\\u12"', 1, 2],
    ['[1]]', 1, 4],
  ])('%j breaks at line %d, column %d', async (text, line, column) => {
    expect(await callJson('json-validate', { text })).toMatchObject({ valid: false, line, column });
    await expect(call('json-format', { text })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(`line ${line}, column ${column}`),
    });
  });

  test('agrees with JSON.parse on any text made of JSON characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[[\]{}",:0-9.eE+\-truefalsn\\ \n]{0,14}$/), async (text) => {
        let isValid = true;
        try {
          JSON.parse(text);
        } catch {
          isValid = false;
        }
        expect((await callJson<{ valid: boolean }>('json-validate', { text })).valid).toBe(isValid);
      }),
      { numRuns: 1000 },
    );
  });

  test('reports repeated keys with their place', async () => {
    expect(await callJson('json-validate', { text: '{"a":1,\n"a":2}' })).toMatchObject({
      valid: true,
      duplicateKeys: [{ key: 'a', position: 'line 2, column 1' }],
    });
  });
});

describe('paths', () => {
  test('unflattening gives back what was flattened', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        fc.pre(typeof value === 'object' && value !== null);
        const text = await call('json-minify', { text: JSON.stringify(value) });
        const flat = await call('json-flatten', { text });
        fc.pre(flat.startsWith('{'));
        expect(await call('json-minify', { text: await call('json-unflatten', { text: flat }) })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['/a~1b', '1'],
    ['/m~0n', '8'],
    ['/', '0'],
    ['/foo/1', '"baz"'],
    ['/ ', '7'],
  ])('json-pointer %j gives the value of RFC 6901', async (pointer, result) => {
    const text = '{"foo":["bar","baz"],"":0,"a/b":1," ":7,"m~n":8}';
    expect(await call('json-pointer', { text, pointer })).toBe(result);
  });

  test.each(['/nope', 'foo', '/foo/2', '/foo/01', '/foo/-', '/a~2b'])(
    'json-pointer refuses %j',
    async (pointer) => {
      await expect(call('json-pointer', { text: '{"foo":[1,2]}', pointer })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    },
  );

  test.each(['{"a":1,"a.b":2}', '{"a[0]":1,"a.b":2}', '{"[x":1}'])(
    'json-unflatten refuses %s',
    async (text) => {
      await expect(call('json-unflatten', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  test('a far index does not make a huge array', async () => {
    await expect(call('json-unflatten', { text: '{"a[999999]":1}' })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
  });
});

describe('json-query', () => {
  const query = (text: string, expression: string) => call('json-query', { text, expression });

  test.each([
    ['{"id":12345678901234567890}', 'id', '12345678901234567890'],
    ['{"a":[1,2,3]}', '$sum(a)', '6'],
    ['[3,1,2]', '$sort($)[0]', '1'],
    ['{}', 'missing', 'null'],
    ['{"a":"x1y22"}', '$replace(a, /[0-9]+/, "#")', '"x#y#"'],
    ['{"a":"B"}', '$contains(a, /b/i)', 'true'],
    ['[1,2]', '$map($, function($v) { $v * 2 })', '[\n  2,\n  4\n]'],
    ['{}', '$toMillis("2020-01-01T00:00:00Z")', '1577836800000'],
  ])('%s %s', async (text, expression, result) => {
    expect(await query(text, expression)).toBe(result);
  });

  test.each([
    '$now()',
    '$millis()',
    '$random()',
    '$shuffle([1,2])',
    '$eval("1")',
    '$toMillis("1", "[Y]")',
    '$match("a", /(?=a)/)',
    'function($x)<n+:n>{$x}',
    'a[',
    '$sum',
  ])('refuses %s', async (expression) => {
    await expect(query('{}', expression)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('expression'),
    });
  });

  test.each([
    '$constructor',
    '$.constructor.constructor("return 1")()',
    '$lookup($, "__proto__")',
    '"".constructor',
  ])('%s reaches nothing of the host', async (expression) => {
    const result = await query('{}', expression).catch((error: { code: string }) => error.code);
    expect(['null', 'INVALID_REQUEST']).toContain(result);
  });

  test.each([
    '($f := function($x) { $f($x) + 1 }; $f(1))',
    '[1..9999999]',
    '$pad("", 100000000)',
    '($f := function($x) { $f($x) }; $f(1))',
  ])('ends %s', async (expression) => {
    await expect(query('{}', expression)).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });

  test('a pattern that stops native engines is harmless', async () => {
    expect(await query(JSON.stringify(`${'a'.repeat(5_000)}!`), '$match($, /^(a+)+$/)')).toBe('null');
  });
});

test.each([
  'json-format',
  'json-minify',
  'json-validate',
  'json-sort-keys',
  'json-flatten',
  'json-to-yaml',
  'json-to-xml',
  'json-to-toml',
  'json-to-csv',
])('%s refuses 100,000 levels', async (id) => {
  await expect(call(id, { text: '['.repeat(100_000) })).rejects.toMatchObject({
    code: 'TOOL_LIMIT_EXCEEDED',
  });
});

test('indentation that multiplies a document is refused', async () => {
  const text = `${'['.repeat(190)}${'1,'.repeat(50_000)}1${']'.repeat(190)}`;
  await expect(call('json-format', { text, indent: 8 })).rejects.toMatchObject({
    code: 'TOOL_LIMIT_EXCEEDED',
  });
});

test('json-merge-patch does as RFC 7396 says', async () => {
  const text =
    '{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"content":"x"}';
  const other = '{"title":"Hello!","phoneNumber":"+01","author":{"familyName":null},"tags":["example"]}';
  expect(await callJson('json-merge-patch', { text, other })).toEqual({
    title: 'Hello!',
    author: { givenName: 'John' },
    tags: ['example'],
    content: 'x',
    phoneNumber: '+01',
  });
  await expect(call('json-merge-patch', { text, other: '{' })).rejects.toThrow(/^other /);
});

test('JSON Lines come back, and a broken line is named', async () => {
  const text = '{"a":1}\n[2]\n"x"';
  const array = await call('jsonl-to-json', { text });
  expect(await call('json-to-jsonl', { text: array })).toBe(text);
  await expect(call('jsonl-to-json', { text: '1\n{' })).rejects.toThrow('text, line 2');
});

test('escaping as a JSON string gives the text back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.boolean(), async (text, quotes) => {
      const escaped = await call('json-escape', { text, quotes });
      if (!quotes && text.trim().startsWith('"')) return;
      if (quotes) expect(await call('json-unescape', { text: escaped })).toBe(text.toWellFormed());
    }),
  );
});

test.each([
  ["$pad('a𝄞💩', 7)", 'a𝄞💩    '],
  ["$pad('𝄞💩', -7)", '     𝄞💩'],
  ["$pad('a𝄞💩', 6, '💩')", 'a𝄞💩💩💩💩'],
])('%s counts signs and cuts none', async (expression, result) => {
  expect(await callJson('json-query', { text: 'null', expression })).toBe(result);
});
