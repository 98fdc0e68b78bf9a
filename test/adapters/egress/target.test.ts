import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '#tools/test/any-character.ts';
import { parseTarget, queryKeysOf, type Target, urlOf } from '#egress/target.ts';

function targetOf(url: string, base?: Target): Target {
  const parsed = parseTarget(url, base);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return parsed.target;
}

describe('parseTarget', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/'],
    ['HTTPS://API.example.com/V1?Q=1#top', 'https://api.example.com/V1?Q=1'],
    ['https://api.example.com:443/', 'https://api.example.com/'],
    ['http://api.example.com:80/', 'http://api.example.com/'],
    ['http://api.example.com:8080/', 'http://api.example.com:8080/'],
    ['https://api.example.com./x', 'https://api.example.com/x'],
    ['https://bücher.example/ä?ö', 'https://xn--bcher-kva.example/%C3%A4?%C3%B6'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://0x7f.0.0.1/', 'http://127.0.0.1/'],
    ['http://0177.0.0.1/', 'http://127.0.0.1/'],
    ['http://127.1/', 'http://127.0.0.1/'],
    ['http://①②⑦.0.0.1/', 'http://127.0.0.1/'],
    ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
    ['https://example.com/../../etc', 'https://example.com/etc'],
    ['https://example.com/a//b', 'https://example.com/a//b'],
    ['https://example.com/?u=https://evil.com/', 'https://example.com/?u=https://evil.com/'],
  ])('takes %s as %s', (url, canonical) => {
    expect(urlOf(targetOf(url))).toBe(canonical);
  });

  it.each([
    '',
    'api.example.com',
    'api.example.com:8443/x',
    '/v1',
    '//api.example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://example.com/',
    'https://',
    'https://user@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https:@example.com/',
    'https:///@example.com/',
    'https://user:pass@example.com/',
    'https://api.example.com@evil.com/',
    'https://example.com\\@evil.com/',
    'https:\\\\example.com/',
    ' https://example.com/',
    'https://example.com/a b',
    'https://exam\tple.com/',
    'https://example.com/\n',
    'https://example.com/\u0000',
    'https://example.com\u0000.evil.com/',
    'https://example.com%00.evil.com/',
    'https://xn--a.com/',
    'https://xn--example-.com/',
    'https://evil.com;.example.com/',
    'https://evil.com,.example.com/',
    "https://evil.com'.example.com/",
    'https://evil.com&.example.com/',
    'https://evil.com$.example.com/',
    'https://*.example.com/',
    'https://.example.com/',
    'https://a..example.com/',
    'https://example.com../',
    'https://[::1%25eth0]/',
    'https://[::1',
    'https://256.1.1.1/',
    'https://1.2.3.4.5/',
    'https://example.com:0/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:6667/',
    'https://example.com:10080/',
    'https://example.com:65536/',
    `https://example.com/${'a'.repeat(8192)}`,
    `https://${'a'.repeat(64)}.com/`,
  ])('refuses %j', (url) => {
    expect(parseTarget(url).kind).toBe('invalid');
  });

  it('never throws, and its URL leads to the same host in the end', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl()), (url) => {
        const parsed = parseTarget(url);
        if (parsed.kind === 'invalid') return;
        expect(targetOf(urlOf(parsed.target))).toEqual(parsed.target);
      }),
    );
  });

  it.each([
    ['/v2?a=1', 'https://api.example.com/v2?a=1'],
    ['other', 'https://api.example.com/v1/other'],
    ['//evil.com/x', 'https://evil.com/x'],
    ['http://api.example.com/', 'http://api.example.com/'],
  ])('joins the location %s to its base', (location, url) => {
    expect(urlOf(targetOf(location, targetOf('https://api.example.com/v1/orders')))).toBe(url);
  });

  it('names query parameters once and without their values', () => {
    expect(queryKeysOf(targetOf('https://example.com/?a=1&b=secret&a=2&%63=3'))).toEqual(['a', 'b', 'c']);
  });
});
