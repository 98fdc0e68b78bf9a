import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { DomainError } from '#domain/domain-error.ts';
import { parsePolicyDomain } from '#network-access/policy-domain.ts';

const stored: readonly (readonly [input: string, domain: string])[] = [
  ['api.example.com', 'api.example.com'],
  ['  api.example.com\n', 'api.example.com'],
  ['API.Example.COM', 'api.example.com'],
  ['api.example.com.', 'api.example.com'],
  ['api.example.com/v1/orders', 'api.example.com'],
  ['api.example.com:8443', 'api.example.com'],
  ['api.example.com:8443/v1', 'api.example.com'],
  ['https://api.example.com', 'api.example.com'],
  ['HTTPS://API.example.com:8443/v1?x=1#top', 'api.example.com'],
  ['http://api.example.com./', 'api.example.com'],
  ['https:///api.example.com', 'api.example.com'],
  ['https://ex%61mple.com/', 'example.com'],
  ['localhost', 'localhost'],
  ['my_service.example.com', 'my_service.example.com'],
  ['com', 'com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['faß.de', 'xn--fa-hia.de'],
  ['☃.net', 'xn--n3h.net'],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['127.0.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[::1]:8080', '[::1]'],
  ['https://[2001:DB8::0001]/', '[2001:db8::1]'],
  ['*.example.com', '*.example.com'],
  ['*.EXAMPLE.com.', '*.example.com'],
  ['https://*.example.com/v1', '*.example.com'],
  ['*.example.com:443', '*.example.com'],
  ['*.corp.internal', '*.corp.internal'],
  ['*.bücher.example.com', '*.xn--bcher-kva.example.com'],
];

const refused: readonly unknown[] = [
  undefined,
  null,
  5,
  {},
  '',
  '   ',
  '.',
  '..',
  '.example.com',
  'example..com',
  'example.com..',
  'xn--a.com',
  'xn--.com',
  'xn--example-.com',
  'https://xn--99999999.com',
  '*.xn--a.com',
  'exa mple.com',
  'exa\tmple.com',
  'exa\nmple.com',
  'example.com\u0000',
  'exa\u0085mple.com',
  'exa\u3000mple.com',
  'example.com\\@evil.com',
  'https:\\\\example.com',
  'user@example.com',
  'https://user:pass@example.com',
  'https://@example.com',
  'https://:@example.com/',
  'https://example.com@evil.com',
  'example.com?x=1',
  'example.com#top',
  'ex%61mple.com',
  '/example.com',
  '//example.com',
  'https://',
  'http:///',
  'https:example.com',
  'https:/example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript://example.com',
  'mailto:ada@example.com',
  'example.com:http',
  'example.com:99999',
  'https://example.com:99999',
  '::1',
  'fe80::1%eth0',
  '[fe80::1%eth0]',
  '[::1',
  '256.1.1.1',
  '1.2.3.4.5',
  'example.1',
  'exa;mple.com',
  'https://evil.com;.example.com/',
  "exa'mple.com",
  '"example.com"',
  'exa,mple.com',
  'exa&mple.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
  `${'a'.repeat(2049)}`,
  '*',
  '*.',
  '*.*',
  '*.*.example.com',
  '**.example.com',
  '*example.com',
  'a.*.com',
  'example.*',
  '*.com',
  '*.com.',
  '*.co.uk',
  '*.xn--55qx5d.cn',
  '*.公司.cn',
  '*.kawasaki.jp',
  '*.localhost',
  '*.127.0.0.1',
  '*.[::1]',
];

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('parsePolicyDomain', () => {
  it.each(stored)('stores %j as %s', (input, domain) => {
    expect(parsePolicyDomain(input).domain).toBe(domain);
  });

  it.each(refused.map((input) => [input]))('refuses %j', (input) => {
    expect(codeOf(() => parsePolicyDomain(input))).toBe('INVALID_DOMAIN');
  });

  it.each([
    ['*.github.io', true],
    ['*.vercel.app', true],
    ['*.googleapis.com', true],
    ['*.compute.amazonaws.com', true],
    ['*.ssl.fastly.net', true],
    ['*.ada.github.io', false],
    ['*.example.com', false],
    ['github.io', false],
    ['ada.github.io', false],
  ])('tells whether the subdomains of %s belong to strangers: %s', (input, isShared) => {
    expect(parsePolicyDomain(input).isShared).toBe(isShared);
  });

  it('takes the longest name and no longer one', () => {
    const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect(parsePolicyDomain(longest).domain).toBe(longest);
    expect(codeOf(() => parsePolicyDomain(`${longest}d`))).toBe('INVALID_DOMAIN');
  });

  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.webUrl(),
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.string({
      unit: fc.constantFrom('a', '.', '*', ':', '/', '@', '%', '[', ']', 'é', '1', '-', '_', '\u00ad'),
    }),
  );

  it('answers any text with a domain or with INVALID_DOMAIN, nothing else', () => {
    fc.assert(
      fc.property(hostile, (text) =>
        ['accepted', 'INVALID_DOMAIN'].includes(codeOf(() => parsePolicyDomain(text))),
      ),
    );
  });

  it('stores a form that stays the same when it is entered again', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(codeOf(() => parsePolicyDomain(text)) === 'accepted');
        const once = parsePolicyDomain(text);
        expect(parsePolicyDomain(once.domain)).toEqual(once);
      }),
    );
  });
});
