import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const cases = [
  {
    name: 'letters without decomposition',
    id: 'remove-accents',
    params: { text: 'Ørsted, Łódź, straße' },
    result: 'Orsted, Lodz, strasse',
  },
  { name: 'Hindi vowels stay', id: 'remove-accents', params: { text: 'हिन्दी' }, result: 'हिन्दी' },
  { name: 'Korean stays composed', id: 'remove-accents', params: { text: '한국어' }, result: '한국어' },
  {
    name: 'digits and signs stay',
    id: 'remove-emoji',
    params: { text: '1️⃣ # 5 © ❤️ x' },
    result: ' # 5 ©  x',
  },
  { name: 'skin tones and flags go whole', id: 'remove-emoji', params: { text: 'a👍🏽b🏴󠁧󠁢󠁥󠁮󠁧󠁿c' }, result: 'abc' },
  {
    name: 'joiners inside emoji stay',
    id: 'remove-invisible',
    params: { text: 'x\u200B👩‍🚀❤️' },
    result: 'x👩‍🚀❤️',
  },
  {
    name: 'joiners between Persian letters stay',
    id: 'remove-invisible',
    params: { text: 'می\u200Cخواهم\u200C' },
    result: 'می\u200Cخواهم',
  },
  {
    name: 'hidden tag characters go',
    id: 'remove-invisible',
    params: { text: 'hi\u{E0068}\u{E0069}' },
    result: 'hi',
  },
  {
    name: 'tabs and line breaks stay',
    id: 'remove-invisible',
    params: { text: '\uFEFFa\tb\r\n\u0007' },
    result: 'a\tb\r\n',
  },
  {
    name: 'apostrophes at the start of years',
    id: 'curl-quotes',
    params: { text: "the '90s, it's \"so 'so'\"" },
    result: 'the ’90s, it’s “so ‘so’”',
  },
  {
    name: 'tab stops, not tab widths',
    id: 'tabs-to-spaces',
    params: { text: 'ab\tc\n\td', size: 4 },
    result: 'ab  c\n    d',
  },
  {
    name: 'paragraphs kept',
    id: 'remove-line-breaks',
    params: { text: 'a\nb\n\n\nc', keepParagraphs: true },
    result: 'a b\n\nc',
  },
  {
    name: 'every kind of blank',
    id: 'collapse-whitespace',
    params: { text: 'a\u00A0\u2003b\t\nc' },
    result: 'a b c',
  },
  {
    name: 'scripts and comments are no text',
    id: 'strip-html',
    params: { text: '<style>p{}</style><!-- x --><p>1 &lt; 2</p>' },
    result: '1 < 2',
  },
  {
    name: 'cells and line breaks',
    id: 'strip-html',
    params: { text: '<table><tr><td>a<td>b<tr><td>c</table>d<br>e' },
    result: 'a b\nc\n\nd\ne',
  },
  { name: 'unclosed tags', id: 'strip-html', params: { text: 'a <b>bold <i>both' }, result: 'a bold both' },
  {
    name: 'preformatted text keeps its blanks',
    id: 'strip-html',
    params: { text: '<pre>a\n  b</pre>' },
    result: 'a\n  b',
  },
  {
    name: 'code and images',
    id: 'strip-markdown',
    params: { text: '![alt](x.png) `a*b`\n\n```js\nx = 1\n```' },
    result: 'alt a*b\n\nx = 1',
  },
  {
    name: 'a number that fails its check is no card',
    id: 'redact-pii',
    params: { text: '4111 1111 1111 1112', kinds: ['card'] },
    result: '4111 1111 1111 1112',
  },
  {
    name: 'accounts by their check digits',
    id: 'redact-pii',
    params: { text: 'DE89 3704 0044 0532 0130 00 or DE00 3704 0044 0532 0130 00', kinds: ['iban'] },
    result: '[IBAN] or DE00 3704 0044 0532 0130 00',
  },
  {
    name: 'phone numbers',
    id: 'redact-pii',
    params: { text: 'Call +1 202-456-1414 now' },
    result: 'Call [PHONE] now',
  },
  { name: 'too short to show anything', id: 'mask-text', params: { text: '123' }, result: '***' },
];

test.each(cases)('$id: $name', async ({ id, params, result }) => {
  expect(await call(id, params)).toBe(result);
});

test('the report of invisible characters names and counts them', async () => {
  expect(await callJson('remove-invisible', { text: 'a\u200Bb\u200B\uD800', report: true })).toEqual({
    text: 'ab',
    removed: [
      { codePoint: 'U+200B', kind: 'zero-width', count: 2 },
      { codePoint: 'U+D800', kind: 'lone-surrogate', count: 1 },
    ],
  });
});

const idempotent = [
  'trim-text',
  'collapse-whitespace',
  'normalize-unicode',
  'remove-accents',
  'remove-emoji',
  'remove-invisible',
  'remove-punctuation',
  'straighten-quotes',
  'strip-ansi',
  'remove-repeated-words',
  'normalize-line-endings',
  'remove-digits',
];
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '\n', '\r\n', '\t', '"', "'", '-', '_', 'é', 'ß', '👩‍🚀', '🇩🇪', '\u200B'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
  ),
  maxLength: 40,
});

describe('laws', () => {
  test.each(idempotent)('%s changes nothing the second time', async (id) => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const once = await call(id, { text: value });
        expect(await call(id, { text: once })).toBe(once);
      }),
    );
  });

  test('transliterated text is ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (value) => {
        // eslint-disable-next-line no-control-regex -- the ASCII range
        expect(await call('transliterate', { text: value })).toMatch(/^[\0-\x7F]*$/);
      }),
    );
  });
});
