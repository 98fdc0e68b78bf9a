import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const store = '{"book":[{"t":"A","p":8.95,"i":"x"},{"t":"B","p":12.99}],"bike":{"p":399}}';

test.each([
  ['$.book[*].t', ['A', 'B']],
  ['$..p', [399, 8.95, 12.99]],
  ['$.book[?@.p < 10].t', ['A']],
  ['$.book[-1:].t', ['B']],
  ['$.none', []],
])('JSONPath %s', async (path, values) => {
  const found = await callJson<unknown[]>('json-path', { text: store, path });
  expect(new Set(found)).toEqual(new Set<unknown>(values));
});

test.each([
  ['json-path', { path: '$[' }],
  ['json-path', { path: 'book' }],
  ['jmespath-query', { expression: 'a[' }],
  ['jmespath-query', { expression: 'nope(@)' }],
  ['json-patch-apply', { patch: '{}' }],
  ['json-patch-apply', { patch: '[{"op":"replace","path":"/none/x","value":1}]' }],
  ['json-patch-apply', { patch: '[{"op":"test","path":"/bike/p","value":1}]' }],
  ['json-schema-validate', { schema: '[]' }],
  ['json-schema-validate', { schema: '{"type":"nope"}' }],
  ['json-schema-validate', { schema: '{"$ref":"https://example.com/x.json"}' }],
  ['json-schema-validate', { schema: '{"pattern":"(?=a)"}' }],
])('%s refuses %j', async (id, params) => {
  await expect(call(id, { text: store, ...params })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test.each([
  ['json-path', { path: '$.a' }],
  ['jmespath-query', { expression: 'a' }],
  ['json-query', { expression: 'a' }],
  ['json-patch-apply', { patch: '[]' }],
  ['diff-json', { other: '{"a":[1,2e999]}' }],
])('%s refuses a number that no double holds, rather than make it null', async (id, params) => {
  const refused = call(id, { text: '{"a":[1,1e400]}', ...params });
  await expect(refused).rejects.toThrow(/the number (?:Infinity at \/[/\w]+|1e400)/i);
});

test('a patch that diff-json makes turns one document into the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), async (one, two) => {
      fc.pre(!/__proto__|[+-]?\d+e|-0/.test(JSON.stringify([one, two])));
      const [text, other] = [JSON.stringify(one), JSON.stringify(two)];
      const patch = await call('diff-json', { text, other });
      expect(await callJson('json-patch-apply', { text, patch })).toEqual(JSON.parse(other));
    }),
    { numRuns: 50 },
  );
});

describe('JSON Schema', () => {
  test('patterns run in linear time', async () => {
    const text = JSON.stringify(`${'a'.repeat(50_000)}!`);
    expect(await callJson('json-schema-validate', { text, schema: '{"pattern":"^(a+)+$"}' })).toMatchObject({
      valid: false,
    });
  });

  test('formats, drafts and unknown members', async () => {
    const schema =
      '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"at":{"format":"date"}},"additionalProperties":false}';
    expect(await callJson('json-schema-validate', { text: '{"at":"2026-02-30","x":1}', schema })).toEqual({
      valid: false,
      errors: [
        { at: '', message: 'must NOT have additional properties (x)' },
        { at: '/at', message: 'must match format "date"' },
      ],
    });
  });

  test('a schema made of an example allows it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const text = JSON.stringify(value);
        const schema = await call('json-to-schema', { text });
        expect(await callJson('json-schema-validate', { text, schema })).toEqual({ valid: true, errors: [] });
      }),
      { numRuns: 50 },
    );
  });
});

test('XPath gives nodes, attributes, numbers; a document type with entities is refused', async () => {
  const text = '<a><b id="1">x</b><b id="2">y</b></a>';
  expect(await call('xpath-query', { text, expression: '//b/@id' })).toBe('1\n2');
  expect(await call('xpath-query', { text, expression: 'count(//b)' })).toBe('2');
  await expect(call('xpath-query', { text, expression: '//[' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await expect(
    call('xpath-query', { text: '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', expression: '//a' }),
  ).rejects.toThrow('internal subset');
});

test('CSS selectors give text, source or an attribute', async () => {
  const text = '<p><a href="/x">One</a> <a>Two</a></p>';
  expect(await call('css-select', { text, selector: 'a', give: 'attribute' })).toBe('/x');
  expect(await call('css-select', { text, selector: 'p > a:first-child', give: 'source' })).toBe(
    '<a href="/x">One</a>',
  );
  await expect(call('css-select', { text, selector: 'a[' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test.each([
  ['gzip-compress', 'gzip-decompress', {}],
  ['gzip-compress', 'gzip-decompress', { format: 'deflate' }],
  ['base62-encode', 'base62-decode', {}],
  ['base45-encode', 'base45-decode', {}],
  ['octal-encode', 'octal-decode', {}],
])('%s and %s are inverse', async (encode, decode, params) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (value) => {
      const text = value.toWellFormed();
      fc.pre(!text.startsWith('\uFEFF'));
      const encoded = await call(encode, { text, ...params });
      expect(await call(decode, { text: encoded, ...params })).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['gzip-decompress', 'AAAA'],
  ['gzip-decompress', '%%'],
  ['base62-decode', 'a-b'],
  ['base45-decode', ':::'],
  ['base45-decode', 'a'],
  ['octal-decode', '999'],
  ['charset-decode', '%%'],
  ['mime-header-decode', '=?nope?Q?x?='],
])('%s refuses %j', async (id, text) => {
  await expect(call(id, { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a bomb of gzip is refused', async () => {
  const { gzipSync } = await import('node:zlib');
  const text = gzipSync(Buffer.alloc(50_000_000)).toString('base64');
  await expect(call('gzip-decompress', { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
});

test('configuration files keep their values', async () => {
  const text = '{"A":"x","B":"a b","C":"say \\"hi\\"","D":"1\\n2","E":""}';
  expect(await callJson('env-to-json', { text: await call('json-to-env', { text }) })).toEqual(
    JSON.parse(text),
  );
  await expect(call('env-to-json', { text: 'no equals' })).rejects.toThrow('line 1');
  expect(await callJson('ini-to-json', { text: '[__proto__]\nx = 1\n[a]\nb = 2' })).toEqual({
    a: { b: '2' },
  });
  expect(
    await call('yaml-to-toml', { text: await call('toml-to-yaml', { text: 'a = 1\n[b]\nc = "x"' }) }),
  ).toBe('a = 1\n\n[b]\nc = "x"');
});

test.each([
  ['css-minify', 'a { color: '],
  ['js-minify', 'function ('],
  ['js-minify', '('.repeat(1_000)],
])('%s answers or refuses %j', async (id, text) => {
  await call(id, { text }).catch((error: { code: string }) =>
    expect(['INVALID_REQUEST', 'TOOL_LIMIT_EXCEEDED']).toContain(error.code),
  );
});

test('a join that multiplies is refused before it is built', async () => {
  const column = `k\n${'1\n'.repeat(3_000)}`;
  await expect(call('csv-join', { text: column, other: column, column: 'k' })).rejects.toMatchObject({
    code: 'TOOL_LIMIT_EXCEEDED',
  });
});

test.each([
  [{ value: 15, other: 60 }, '9'],
  [{ value: 15, other: 60, kind: 'share' }, '25'],
  [{ value: 80, other: 100, kind: 'change' }, '25'],
  [{ value: 10, other: 0.3, kind: 'subtract' }, '0.27'],
])('percentage of %j', async (params, result) => {
  expect(await call('percentage', params)).toBe(result);
});

test.each([
  ['2026-08-24T10:00:00Z', '2026-08-24T10:00:00Z', 'now'],
  ['2026-08-25T10:00:00Z', '2026-08-24T10:00:00Z', 'tomorrow'],
  ['2026-08-24T09:58:00Z', '2026-08-24T10:00:00Z', '2 minutes ago'],
])('%s from %s is %s', async (text, from, result) => {
  expect(await call('relative-time', { text, from })).toBe(result);
});

test('mojibake is repaired line by line, many lines in good time, and sound text stays', async () => {
  expect(await call('mojibake-repair', { text: 'fÃ¼r\nfür\nÃƒÂ¼' })).toBe('für\nfür\nü');
  const text = 'Ã¼\n'.repeat(50_000);
  expect(await call('mojibake-repair', { text })).toBe('ü\n'.repeat(50_000));
});
