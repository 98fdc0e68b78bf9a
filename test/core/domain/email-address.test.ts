import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tools/test/any-character.ts';
import { parseEmailAddress } from '#domain/email-address.ts';

describe('parseEmailAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM\t', 'ada@example.com'],
    ["o'hara+list@mail.example.co.uk", "o'hara+list@mail.example.co.uk"],
    ['jörg@bücher.de', 'jörg@xn--bcher-kva.de'],
    ['JO\u0308RG@bücher.de', 'jörg@xn--bcher-kva.de'],
    ['a@xn--bcher-kva.de', 'a@xn--bcher-kva.de'],
    ['=cmd@example.com', '=cmd@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.de`, expect.any(String)],
  ])('knows %j again as %j', (text, identity) => {
    expect(parseEmailAddress(text)?.identity).toEqual(identity);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@example.c',
    'ada@example..com',
    'ada@-example.com',
    'ada@example.com.',
    '.ada@example.com',
    'ada.@example.com',
    'a b@example.com',
    'ada@exa mple.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@ex%61mple.com',
    'ada@example.com,bob@example.com',
    'ada@example.com;bob@example.com',
    'ada@example.com bob@example.com',
    'Ada <ada@example.com>',
    'mailto:ada@example.com',
    '"a b"@example.com',
    'ada@example.com\nbcc: bob@example.com',
    'ada@example.com\r\n',
    'ada@example.com\u2028',
    'ada\u0000@example.com',
    'ada\u200b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(61)}.de`,
    'x'.repeat(100_000),
  ])('refuses %j', (text) => {
    expect(parseEmailAddress(text)).toBeUndefined();
  });

  it('gives an identity that is its own identity, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: anyCharacter })), (text) => {
        const parsed = parseEmailAddress(text);
        if (parsed) expect(parseEmailAddress(parsed.identity)?.identity).toBe(parsed.identity);
      }),
    );
  });
});
