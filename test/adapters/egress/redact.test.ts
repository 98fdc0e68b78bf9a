import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { createRedact, createRedactor } from '#egress/redact.ts';

const key = 'sk_live_51H/x+Yz"&<9>=';
const bearer = `Bearer ${key}`;
const basicOf = (credential: string) => `Basic ${Buffer.from(credential).toString('base64')}`;
const basic = basicOf('ada@example.com:pa$$w0rd!');

const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const jsonUnicode = (text: string) =>
  Array.from(text)
    .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const htmlDecimal = (text: string) =>
  Array.from(text)
    .map((c) => `&#${c.charCodeAt(0)};`)
    .join('');
const htmlHex = (text: string) =>
  Array.from(text)
    .map((c) => `&#x${c.charCodeAt(0).toString(16)};`)
    .join('');
const htmlNamed = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const base64At = (offset: number) => (text: string) =>
  Buffer.from('x'.repeat(offset) + text + '--').toString('base64');
const base64UrlAt = (offset: number) => (text: string) =>
  Buffer.from('x'.repeat(offset) + text + '--').toString('base64url');

const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded in every character': percentAll,
  'as a form field': (text) => new URLSearchParams({ k: text }).toString().slice(2),
  'JSON-escaped': (text) => JSON.stringify(text).slice(1, -1),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'JSON in JSON in JSON': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  'with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'as \\u escapes': jsonUnicode,
  'HTML-escaped by name': htmlNamed,
  'HTML-escaped by number': htmlDecimal,
  'HTML-escaped in hex': htmlHex,
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in base64, one byte in': base64At(1),
  'in base64, two bytes in': base64At(2),
  'in base64url, one byte in': base64UrlAt(1),
  'in base64url, two bytes in': base64UrlAt(2),
  'in hex with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1:'),
  'as a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
  'as a list of bytes in a column': (text) => JSON.stringify([...Buffer.from(text)], null, 1),
  'in hex with blanks': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1 '),
  'as bytes in hex': (text) =>
    [...Buffer.from(text)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', '),
  'as octal escapes': (text) =>
    [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'as a list of characters': (text) => JSON.stringify(Array.from(text)),
  'as a list of characters in a column': (text) => JSON.stringify(Array.from(text), null, 1),
  'in base64 of base64': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'in base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in base64 of hex': (text) => Buffer.from(Buffer.from(text).toString('hex')).toString('base64'),
  'in base64 broken into lines': (text) =>
    Buffer.from(text)
      .toString('base64')
      .replaceAll(/(.{5})/g, '$1\r\n'),
  'in base64 broken into lines inside JSON': (text) =>
    JSON.stringify(
      Buffer.from(text)
        .toString('base64')
        .replaceAll(/(.{5})/g, '$1\n'),
    ),
  'in base64 with escaped slashes': (text) => Buffer.from(text).toString('base64').replaceAll('/', '\\/'),
  'in base64, percent-encoded': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

describe('createRedact', () => {
  it('knows every secret of a set, also where another set has one of them', () => {
    const [one, two] = ['sk_live_one_0123456789', 'sk_live_two_9876543210'];
    const redactFor = createRedactor();
    expect(redactFor([one])(`${one} ${two}`).text).toBe(`[redacted] ${two}`);
    expect(redactFor([one, two])(`${one} ${two}`).text).toBe('[redacted] [redacted]');
    expect(redactFor([one])(`${one} ${two}`).text).toBe(`[redacted] ${two}`);
  });

  const secrets: readonly (readonly [string, string, string])[] = [
    ['the whole value', bearer, bearer],
    ['the part after the scheme', bearer, key],
    ['a bare key', key, key],
    ['the decoded user and password', basic, 'ada@example.com:pa$$w0rd!'],
    ['the decoded password', basic, 'pa$$w0rd!'],
    ['the encoded part', basic, basic.slice(6)],
    [
      'the key of a key-only API',
      `Basic ${Buffer.from('sk_key_only_1:').toString('base64')}`,
      'sk_key_only_1',
    ],
    [
      'the key beside a password of one letter',
      `Basic ${Buffer.from('sk_key_only_2:X').toString('base64')}`,
      'sk_key_only_2',
    ],
    ['the value of a cookie', 'session=abcdef0123456789; theme=dark', 'abcdef0123456789'],
    ['a short value of a cookie', 'session=shortval', 'shortval'],
    ['the secret half behind another scheme', 'ApiKey myid:supersecretvalue', 'supersecretvalue'],
    ['the secret half without a scheme', 'myid:supersecretvalue', 'supersecretvalue'],
    [
      'the key beside a constant',
      basicOf('1971800d4d82861d8f2c1651fea4d212:api_token'),
      '1971800d4d82861d8f2c1651fea4d212',
    ],
    [
      'the key beside another constant',
      basicOf('ghp_AbCdEf0123456789abcdef:x-oauth-basic'),
      'ghp_AbCdEf0123456789abcdef',
    ],
    ['the key behind a constant', basicOf('x-access-token:ghs_abcdef'), 'ghs_abcdef'],
    ['a user that looks like a key, beside a secret', basicOf('AC3f09b2c1:0123456789abcdef'), 'AC3f09b2c1'],
    ['a long user beside a secret', basicOf('averylongclientid:0123456789abcdef'), 'averylongclientid'],
    ['a password outside ASCII', basicOf('ada:pässwörter'), 'pässwörter'],
    ['a value that holds escapes itself', 'abc%41def&amp;ghi\\/jkl', 'abc%41def&amp;ghi\\/jkl'],
  ];

  for (const [what, secret, shown] of secrets) {
    it.each(Object.entries(forms))(`takes out ${what} %s`, (_, form) => {
      const { text, hits } = createRedact([secret])(`{"before": "${form(shown)}", "after": 1}`);
      expect(hits).toBeGreaterThan(0);
      // Around base64 a character that holds bits of the secret goes along; nothing else does.
      expect(text).toMatch(/^\{"before": "[^]{0,16}(\[redacted\][^]{0,12}){1,3}", "after": 1\}$/);
      expect(text).not.toContain(form(shown));
    });
  }

  it('takes out a secret that a quoted-printable text breaks', () => {
    const { text } = createRedact(['tok_9f8e=7d6c'])('a tok_9f8e=\r\n=3D7d=\r\n6c=\r\n b');
    expect(text).toBe('a [redacted]=\r\n b');
  });

  it('takes out a password whose UTF-8 is shown byte by byte', () => {
    const secret = basicOf('ada:pässwörter');
    for (const charset of ['latin1', 'windows-1252']) {
      const shown = new TextDecoder(charset).decode(Buffer.from('pässwörter'));
      expect(createRedact([secret])(`<${shown}>`).text).toBe('<[redacted]>');
    }
  });

  it.each(['api_token', 'x-oauth-basic'])('leaves the constant half %s alone', (constant) => {
    const redact = createRedact([basicOf(`1971800d4d82861d8f2c1651fea4d212:${constant}`)]);
    expect(redact(`{"${constant}":"1971800d4d82861d8f2c1651fea4d212"}`).text).toBe(
      `{"${constant}":"[redacted]"}`,
    );
  });

  it.each(['ada.lovelace@example.com', 'ada.lovelace@example.com/token', 'administrator'])(
    'leaves the user %s of a Basic credential alone, beside its secret',
    (user) => {
      const { text } = createRedact([basicOf(`${user}:0123456789abcdef`)])(`${user} 0123456789abcdef`);
      expect(text).toBe(`${user} [redacted]`);
    },
  );

  it('shows no half of a generated credential, whatever stands in the other', () => {
    const key = fc
      .stringMatching(/^[A-Za-z0-9_]{6,40}$/)
      .filter((text) => /[0-9]/.test(text) && /[a-z]/.test(text));
    const constant = fc.constantFrom('api_token', 'x-oauth-basic', 'X', 'x', '', 'token', 'unused');
    const user = fc.constantFrom('ada', 'administrator', 'ada@example.com', 'api', 'x-access-token');
    const credential = fc.oneof(
      fc.tuple(key, constant).map(([left, right]) => ({ text: `${left}:${right}`, secret: [left] })),
      fc.tuple(user, key).map(([left, right]) => ({ text: `${left}:${right}`, secret: [right] })),
      fc.tuple(key, key).map(([left, right]) => ({ text: `${left}:${right}`, secret: [left, right] })),
    );
    const scheme = fc.constantFrom(
      basicOf,
      (text: string) => `ApiKey ${text}`,
      (text: string) => text,
    );
    const form = fc.constantFrom(...Object.values(forms));
    fc.assert(
      fc.property(credential, scheme, form, ({ text, secret }, header, write) => {
        const redact = createRedact([header(text)]);
        for (const half of [text, ...secret]) {
          const shown = redact(`{"a": "${write(half)}", "b": "${half}"}`).text;
          for (const one of secret) expect(shown.replaceAll('[redacted]', '')).not.toContain(one);
          expect(shown).not.toContain(write(half));
        }
      }),
    );
  });

  it('takes out a secret written in a mixture of escapes', () => {
    const mixed = `s%6b\\u005flive&#95;51H\\/x%2BYz\\"&amp;&lt;9%3e%3D`;
    expect(createRedact([bearer])(`<${mixed}>`).text).toBe('<[redacted]>');
  });

  it('leaves the words and lines beside base64 alone', () => {
    const encoded = Buffer.from(key).toString('base64');
    expect(createRedact([key])(`key ${encoded} next`).text).toBe('key [redacted] next');
    expect(createRedact([key])(`line1\n${encoded}\nline3`).text).toBe('line1\n[redacted]\nline3');
  });

  it('takes out every occurrence, also where they touch', () => {
    const { text, hits } = createRedact([bearer])(`${key}${key} and ${key}`);
    expect(text).toBe('[redacted] and [redacted]');
    expect(hits).toBe(2);
  });

  it('takes out the secrets of several policies', () => {
    expect(createRedact(['first-secret', 'second-secret'])('first-secret, second-secret').text).toBe(
      '[redacted], [redacted]',
    );
  });

  it.each([1, 2, 3, 4])('finds a secret that ends in a backslash, as JSON %i times over', (times) => {
    const secret = '!!!"!\\';
    let written = secret;
    for (let count = 0; count < times; count += 1) written = JSON.stringify(written);
    expect(createRedact([secret])(` ${written} `).text).not.toContain('!!!');
  });

  it('finds a secret that reads like an HTML entity behind an escaped ampersand', () => {
    expect(createRedact(['&AA;!!!'])('a &amp;AA;!!! b').text).toBe('a [redacted] b');
  });

  it('keeps its place in a text with characters that grow in lower case', () => {
    expect(createRedact(['abcdef-key'])(`İİİ ABCDEF-KEY İ`).text).toBe('İİİ [redacted] İ');
  });

  it.each(['plain text', '100% sure & "quoted" \\ back', '', '&amp;&lt;%41\\u0041', 'ada@example.com'])(
    'leaves %j alone',
    (text) => {
      expect(createRedact([bearer, basic])(text)).toEqual({ text, hits: 0 });
    },
  );

  it('leaves values of fewer than six characters alone: they would blank out words', () => {
    expect(createRedact(['on', 'short'])('on and short').hits).toBe(0);
  });

  const secretText = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((c) => String.fromCharCode(c)),
    minLength: 6,
    maxLength: 60,
  });

  it('leaves no form of any secret anywhere in any text', () => {
    const form = fc.constantFrom(...Object.values(forms));
    fc.assert(
      fc.property(secretText, form, fc.string(), fc.string(), (secret, write, before, after) => {
        const { text } = createRedact([secret])(`${before} ${write(secret)} ${after}`);
        const lower = text.toLowerCase().replaceAll('[redacted]', '');
        expect(lower).not.toContain(secret.toLowerCase());
        expect(text).not.toContain(write(secret));
      }),
    );
  });

  it('changes nothing in a text without the secret', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(createRedact(['a-secret-that-is-not-there-0123456789'])(text).text).toBe(text);
      }),
    );
  });

  it.each([
    ['backslashes', '\\'.repeat(1 << 20)],
    ['percent signs', '%'.repeat(1 << 20)],
    ['ampersands', '&amp;'.repeat(200_000)],
    ['escapes', '%2525'.repeat(200_000)],
    ['prefixes of the secret', 'sk_live_'.repeat(130_000)],
  ])('comes to the end of a megabyte of %s', (_, text) => {
    createRedact([bearer, basic])(text);
  });
});
