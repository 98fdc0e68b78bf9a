import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

test.each([
  ['Déjà Vu!', {}, 'deja-vu'],
  ['Straße & Über', {}, 'strasse-and-ueber'],
  ['Я люблю', {}, 'ya-lyublyu'],
  ['🚀', {}, ''],
  ['a  b', { separator: '_' }, 'a_b'],
  ['one two three', { maxLength: 9 }, 'one-two'],
  ['one two three', { maxLength: 7 }, 'one-two'],
  ['onetwothree', { maxLength: 5 }, 'onetw'],
])('slugify %j with %j', async (text, params, slug) => {
  expect(await call('slugify', { text, ...params })).toBe(slug);
});

test('a slug of a slug is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
      const slug = await call('slugify', { text });
      expect(await call('slugify', { text: slug })).toBe(slug);
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
    }),
  );
});

describe('url-normalize', () => {
  test.each([
    ['http://Example.COM:80/%7Euser/', 'http://example.com/%7Euser'],
    ['example.com', 'https://example.com'],
    ['https://example.com/?', 'https://example.com'],
    ['https://example.com/a?z=1&utm_medium=x&fbclid=y&a=2#f', 'https://example.com/a?a=2&z=1#f'],
    ['https://münchen.de./x', 'https://xn--mnchen-3ya.de/x'],
    ['https://a.b/a/../c', 'https://a.b/c'],
    ['localhost:3000/a', 'https://localhost:3000/a'],
  ])('%s', async (text, result) => {
    expect(await call('url-normalize', { text })).toBe(result);
  });

  test('normalising twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ withQueryParameters: true, withFragments: true }), async (text) => {
        const once = await call('url-normalize', { text });
        expect(await call('url-normalize', { text: once })).toBe(once);
      }),
    );
  });

  test.each(['', 'http://', 'https://a b', 'https://[::1'])('refuses %j', async (text) => {
    await expect(call('url-normalize', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

test.each([
  [
    'https://shop.example.co.uk/x',
    { domain: 'example.co.uk', subdomain: 'shop', publicSuffix: 'co.uk', isIp: false },
  ],
  ['127.0.0.1', { isIp: true, domain: null }],
  ['аpple.com', { hostname: 'xn--pple-43d.com', mixedScripts: ['Latin', 'Cyrillic'] }],
  ['例え.jp', { unicode: '例え.jp', mixedScripts: [] }],
])('domain-parse %s', async (text, result) => {
  expect(await callJson('domain-parse', { text })).toMatchObject(result);
});

test('building a query string from what was parsed gives it back', async () => {
  const values = fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 3 })),
  );
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      fc.pre(!/\\ud[89a-f]|__proto__|"\d+":/.test(JSON.stringify(value)));
      const text = await call('query-string-build', { text: JSON.stringify(value) });
      expect(await callJson('query-string-parse', { text: `?${text}` })).toEqual(value);
    }),
  );
});

test('utm-build replaces what is there and keeps the fragment', async () => {
  const params = { url: 'https://example.com/?utm_source=old#top', source: 'new & shiny' };
  expect(await call('utm-build', params)).toBe('https://example.com/?utm_source=new+%26+shiny#top');
  await expect(call('utm-build', { url: '', source: 'x' })).rejects.toThrow(/url/);
});

describe('nothing that a caller writes ends the markup around it', () => {
  const attack = `"><script>alert('1')</script>\n<img onerror=x> & \u2028`;

  test('meta-tags and open-graph-tags', async () => {
    for (const [id, params] of [
      ['meta-tags', { title: attack, description: attack, themeColor: attack }],
      ['open-graph-tags', { title: attack, description: attack, siteName: attack }],
    ] as const) {
      const html = await call(id, params);
      expect(html).not.toMatch(/<(?:script|img)/);
      for (const line of html.split('\n'))
        expect(line).toMatch(
          /^<(?:title>[^<>]*<\/title|meta (?:name|property)="[\w:-]+" content="[^"<>]*")>$/,
        );
    }
    await expect(call('meta-tags', { canonical: 'javascript:alert(1)' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(call('meta-tags', {})).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('json-ld is still the same JSON', async () => {
    const text = JSON.stringify({ '@type': 'Thing', name: '</script><!--<script>\u2028' });
    const html = await call('json-ld', { text });
    expect(html.match(/<\/?script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    const json = html.replace(/^<script[^>]*>/, '').replace(/<\/script>$/, '');
    expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', ...JSON.parse(text) });
    await expect(call('json-ld', { text: '{"a":1}' })).rejects.toThrow(/^type /);
  });

  test('robots-txt and sitemap-xml', async () => {
    await expect(call('robots-txt', { rules: [{ disallow: ['/a\nAllow: /'] }] })).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect(await call('robots-txt', {})).toBe('User-agent: *\nDisallow:');
    const xml = await call('sitemap-xml', {
      urls: [{ url: `https://e.com/<b>?a="1"&c='2'`, priority: 0.5, lastModified: '2026-08-24' }],
    });
    expect(await callJson('xml-validate', { text: xml })).toMatchObject({ valid: true });
    expect(xml).toContain('<priority>0.5</priority>');
    await expect(call('sitemap-xml', { urls: ['ftp://e.com'] })).rejects.toMatchObject({
      code: expect.any(String),
    });
    await expect(
      call('sitemap-xml', { urls: Array.from({ length: 5_001 }, () => 'https://e.com') }),
    ).rejects.toMatchObject({ code: expect.any(String) });
    const long = Array.from({ length: 2_000 }, (_, at) => `https://e.com/${'a'.repeat(1_000)}${at}`);
    await expect(call('sitemap-xml', { urls: long })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});

test('serp-check measures pixels, so wide letters are cut sooner', async () => {
  interface Report {
    readonly title: { readonly isCut: boolean; readonly pixels: number; readonly characters: number };
  }
  const wide = await callJson<Report>('serp-check', { title: 'W'.repeat(50) });
  const narrow = await callJson<Report>('serp-check', { title: 'i'.repeat(50) });
  expect([wide.title.isCut, narrow.title.isCut]).toEqual([true, false]);
  expect((await callJson<Report>('serp-check', { title: 'é🚀漢' })).title.characters).toBe(3);
});

describe('qr-code-svg', () => {
  test('draws the same picture for the same text, and nothing but shapes', async () => {
    const svg = await call('qr-code-svg', { text: '<script>"&', level: 'H' });
    expect(svg).toBe(await call('qr-code-svg', { text: '<script>"&', level: 'H' }));
    expect(svg).toMatch(/^<svg [^<>]*><path [^<>]*\/><path [^<>]*\/><\/svg>$/);
  });

  test('a text that does not fit is refused', async () => {
    await expect(call('qr-code-svg', { text: 'é'.repeat(2_000), level: 'H' })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
    await expect(call('qr-code-svg', { text: '' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(call('qr-code-svg', { text: 'x', dark: '"/><script>' })).rejects.toMatchObject({
      code: expect.any(String),
    });
  });
});

test.each([
  ["I'm here", 'im-here'],
  ["we’ll say it's done, don't we", 'well-say-its-done-dont-we'],
  ["l'été d'or", 'l-ete-d-or'],
  ["'quoted'", 'quoted'],
])('slugify takes the contractions of %s as one word each', async (text, slug) => {
  expect(await call('slugify', { text })).toBe(slug);
});

test('letters of East Asian and other scripts become a slug', async () => {
  expect(await call('slugify', { text: '日本語' })).toBe('ribenyu');
  expect(await call('slugify', { text: '한국어 제목' })).toBe('hangugeo-jemog');
  expect(await call('slugify', { text: 'สวัสดี kafe\u0301' })).toBe('swasdi-kafe');
});

test('suffixes that companies opened are suffixes, unless they shall not count', async () => {
  expect(await callJson('domain-parse', { text: 'x.github.io' })).toMatchObject({
    domain: 'x.github.io',
    publicSuffix: 'github.io',
    isPrivateSuffix: true,
  });
  expect(await callJson('domain-parse', { text: 'example.uk.com', privateSuffixes: false })).toMatchObject({
    domain: 'uk.com',
    isPrivateSuffix: false,
  });
});
