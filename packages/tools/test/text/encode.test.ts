import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import { call, callJson } from '../call.ts';

/** Text as it is written anywhere: emoji, combining marks, right to left, CRLF, BOM, NUL. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.constantFrom(
    '',
    '\uFEFFbom',
    'a\0b',
    'line\r\nline',
    'שלום עולם',
    '👩‍🚀🇹🇷',
    'e\u0301',
    '\\u0041 %41 &amp; =41',
  ),
);

const pairs: readonly [encode: string, decode: string, encodeParams?: object, decodeParams?: object][] = [
  ['base64-encode', 'base64-decode'],
  ['base64-encode', 'base64-decode', { urlSafe: true }, { urlSafe: true }],
  ['base64-encode', 'base64-decode', { wrap: true }],
  ['base32-encode', 'base32-decode'],
  ['base32-encode', 'base32-decode', { variant: 'hex' }, { variant: 'hex' }],
  ['base32-encode', 'base32-decode', { variant: 'crockford' }, { variant: 'crockford' }],
  ['base58-encode', 'base58-decode'],
  ['hex-encode', 'hex-decode', { separator: ':', upperCase: true }],
  ['binary-encode', 'binary-decode'],
  ['ascii85-encode', 'ascii85-decode', { delimiters: true }],
  ['url-encode', 'url-decode'],
  ['url-encode', 'url-decode', { spaceAsPlus: true }, { plusAsSpace: true }],
  ['html-encode', 'html-decode', { level: 'minimal' }],
  ['unicode-escape', 'unicode-unescape', { style: 'js' }, { style: 'js' }],
  ['unicode-escape', 'unicode-unescape', { style: 'css' }, { style: 'css' }],
  ['unicode-escape', 'unicode-unescape', { style: 'html' }, { style: 'html' }],
  ['unicode-escape', 'unicode-unescape', { style: 'python' }, { style: 'python' }],
];

test.each(pairs)(
  '%s and then %s give the text back',
  async (encode, decode, encodeParams = {}, decodeParams = {}) => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const encoded = await call(encode, { text, ...encodeParams });
        expect(await call(decode, { text: encoded, ...decodeParams })).toBe(text.toWellFormed());
      }),
      { numRuns: 60 },
    );
  },
);

test('quoted-printable gives the text back, with lines of at most 76 characters', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const encoded = await call('quoted-printable-encode', { text });
      expect(encoded.split('\r\n').every((line) => line.length <= 76)).toBe(true);
      const lines = text.toWellFormed().replace(/\r\n|\n/g, '\r\n');
      expect(await call('quoted-printable-decode', { text: encoded })).toBe(lines);
    }),
    { numRuns: 100 },
  );
});

describe('known answers', () => {
  test.each([
    ['', '', ''],
    ['f', 'Zg==', 'MY======'],
    ['fo', 'Zm8=', 'MZXQ===='],
    ['foo', 'Zm9v', 'MZXW6==='],
    ['foob', 'Zm9vYg==', 'MZXW6YQ='],
    ['fooba', 'Zm9vYmE=', 'MZXW6YTB'],
    ['foobar', 'Zm9vYmFy', 'MZXW6YTBOI======'],
  ])('RFC 4648: %j', async (text, base64, base32) => {
    expect(await call('base64-encode', { text })).toBe(base64);
    expect(await call('base32-encode', { text })).toBe(base32);
    expect(await call('base64-decode', { text: base64 })).toBe(text);
    expect(await call('base32-decode', { text: base32 })).toBe(text);
  });

  test.each([
    [
      'base58-encode',
      'The quick brown fox jumps over the lazy dog.',
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['punycode-encode', 'faß.de\n例え.テスト', 'xn--fa-hia.de\nxn--r8jz45g.xn--zckzah'],
    ['punycode-decode', 'xn--r8jz45g.xn--zckzah', '例え.テスト'],
    ['html-decode', '&copy;&#8364;&hearts;&unknown;', '©€♥&unknown;'],
    ['url-encode', "it's (a) *test*!", 'it%27s%20%28a%29%20%2Atest%2A%21'],
    ['base64-decode', 'SGVs\n bG8', 'Hello'],
  ])('%s %j', async (id, text, result) => {
    expect(await call(id, { text })).toBe(result);
  });

  test('a reserved character stays where a whole URL is encoded', async () => {
    expect(await call('url-encode', { text: 'https://x.y/ä?a=b&c', component: false })).toBe(
      'https://x.y/%C3%A4?a=b&c',
    );
  });
});

describe('a text that cannot be decoded is refused, and the message names text', () => {
  test.each([
    ['base64-decode', 'abc$'],
    ['base64-decode', 'ab=c'],
    ['base64-decode', 'A'],
    ['base64-decode', 'Zh=='],
    ['base64-decode', '/w=='],
    ['base32-decode', 'M1'],
    ['base58-decode', '0OIl'],
    ['hex-decode', 'abc'],
    ['hex-decode', 'xy'],
    ['binary-decode', '0101'],
    ['ascii85-decode', 'a~b'],
    ['ascii85-decode', 'uuuuu'],
    ['url-decode', '100%'],
    ['url-decode', '%E0%A4%A'],
    ['url-decode', '%ff'],
    ['unicode-unescape', '\\ud800'],
    ['quoted-printable-decode', '=ZZ'],
    ['punycode-encode', 'a b'],
  ])('%s %j', async (id, text) => {
    await expect(call(id, { text })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/^text /),
    });
  });

  test('the place of a wrong character is said by line and column', async () => {
    await expect(call('base64-decode', { text: 'QUJD\nQU!D' })).rejects.toThrow('line 2, column 3');
  });

  test('bytes that are no text can be seen in hex', async () => {
    expect(await call('base64-decode', { text: '/w==', output: 'hex' })).toBe('ff');
  });
});

test.each([
  ['binary-encode', {}],
  ['hex-encode', { separator: '0123456789' }],
  ['unicode-escape', { all: true }],
])('%s refuses before a result grows over the limit', async (id, params) => {
  await expect(call(id, { text: 'é'.repeat(200_000), ...params })).rejects.toMatchObject({
    code: 'TOOL_LIMIT_EXCEEDED',
  });
});

describe('jwt-decode', () => {
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

  test('never looks verified, and keeps the digits of claims', async () => {
    const token = `Bearer ${part({ alg: 'none' })}.${part('{"id":12345678901234567890,"exp":0}')}.`;
    const text = await call('jwt-decode', { text: token });
    expect(text).toContain('"id": 12345678901234567890');
    expect(JSON.parse(text)).toMatchObject({
      verified: false,
      signature: null,
      moments: { exp: '1970-01-01T00:00:00.000Z' },
    });
    expect(Object.keys(await callJson<object>('jwt-decode', { text: token }))[0]).toBe('verified');
  });

  test.each(['a.b', 'a.b.c.d.e', `${part('[]')}.${part({})}.x`, `${part('{')}.${part({})}.x`, '!.!.!'])(
    'refuses %j',
    async (text) => {
      await expect(call('jwt-decode', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );
});

test.each([
  ['minimal', `& < > " ' ' &#233; &#x1F680; &copy;`],
  ['numeric', `& < > " ' ' é 🚀 &copy;`],
  ['named', `& < > " ' ' é 🚀 ©`],
])('html-decode with level %s replaces no more than that', async (level, text) => {
  const encoded = '&amp; &lt; &gt; &quot; &apos; &#39; &#233; &#x1F680; &copy;';
  expect(await call('html-decode', { text: encoded, level })).toBe(text);
});

test('html-decode undoes every level of html-encode', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom('minimal', 'numeric', 'named'), async (text, level) => {
      const wellFormed = text.toWellFormed();
      const encoded = await call('html-encode', { text, level });
      expect(await call('html-decode', { text: encoded })).toBe(wellFormed);
    }),
  );
});

test('base92-decode and charcode-decode undo their encoders', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom('2', '8', '10', '16'), async (text, base) => {
      const wellFormed = text.toWellFormed();
      expect(await call('base92-decode', { text: await call('base92-encode', { text }) })).toBe(wellFormed);
      const codes = await call('charcode-encode', { text, base });
      expect(await call('charcode-decode', { text: codes, base })).toBe(wellFormed);
    }),
  );
});

test.each(['1114112', '55296', '-1', '1e3', '0x41', 'A'])('charcode-decode refuses %s', async (text) => {
  await expect(call('charcode-decode', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
