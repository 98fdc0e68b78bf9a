import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const cases: [id: string, name: string, params: Record<string, unknown>, result: string][] = [
  [
    'remove-accents',
    'letters without decomposition',
    { text: 'Ørsted, Łódź, straße' },
    'Orsted, Lodz, strasse',
  ],
  ['remove-accents', 'Hindi vowels stay', { text: 'हिन्दी' }, 'हिन्दी'],
  ['remove-accents', 'Korean stays composed', { text: '한국어' }, '한국어'],
  ['remove-emoji', 'digits and signs stay', { text: '1️⃣ # 5 © ❤️ x' }, ' # 5 ©  x'],
  ['remove-emoji', 'skin tones and flags go whole', { text: 'a👍🏽b🏴󠁧󠁢󠁥󠁮󠁧󠁿c' }, 'abc'],
  ['remove-invisible', 'joiners inside emoji stay', { text: 'x\u200B👩‍🚀❤️' }, 'x👩‍🚀❤️'],
  [
    'remove-invisible',
    'joiners between Persian letters stay',
    { text: 'می\u200Cخواهم\u200C' },
    'می\u200Cخواهم',
  ],
  ['remove-invisible', 'hidden tag characters go', { text: 'hi\u{E0068}\u{E0069}' }, 'hi'],
  ['remove-invisible', 'tabs and line breaks stay', { text: '\uFEFFa\tb\r\n\u0007' }, 'a\tb\r\n'],
  [
    'curl-quotes',
    'apostrophes at the start of years',
    { text: "the '90s, it's \"so 'so'\"" },
    'the ’90s, it’s “so ‘so’”',
  ],
  ['tabs-to-spaces', 'tab stops, not tab widths', { text: 'ab\tc\n\td', size: 4 }, 'ab  c\n    d'],
  ['remove-line-breaks', 'paragraphs kept', { text: 'a\nb\n\n\nc', keepParagraphs: true }, 'a b\n\nc'],
  ['collapse-whitespace', 'every kind of blank', { text: 'a\u00A0\u2003b\t\nc' }, 'a b c'],
  [
    'strip-html',
    'scripts and comments are no text',
    { text: '<style>p{}</style><!-- x --><p>1 &lt; 2</p>' },
    '1 < 2',
  ],
  [
    'strip-html',
    'cells and line breaks',
    { text: '<table><tr><td>a<td>b<tr><td>c</table>d<br>e' },
    'a b\nc\n\nd\ne',
  ],
  ['strip-html', 'unclosed tags', { text: 'a <b>bold <i>both' }, 'a bold both'],
  ['strip-html', 'preformatted text keeps its blanks', { text: '<pre>a\n  b</pre>' }, 'a\n  b'],
  [
    'strip-markdown',
    'code and images',
    { text: '![alt](x.png) `a*b`\n\n```js\nx = 1\n```' },
    'alt a*b\n\nx = 1',
  ],
  [
    'redact-pii',
    'a number that fails its check is no card',
    { text: '4111 1111 1111 1112', kinds: ['card'] },
    '4111 1111 1111 1112',
  ],
  [
    'redact-pii',
    'accounts by their check digits',
    { text: 'DE89 3704 0044 0532 0130 00 or DE00 3704 0044 0532 0130 00', kinds: ['iban'] },
    '[IBAN] or DE00 3704 0044 0532 0130 00',
  ],
  ['redact-pii', 'phone numbers', { text: 'Call +1 202-456-1414 now' }, 'Call [PHONE] now'],
  ['mask-text', 'too short to show anything', { text: '123' }, '***'],
];

test.each(cases)('%s: %s', async (id, _name, params, result) => {
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
