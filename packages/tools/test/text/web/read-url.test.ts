import { expect, test } from 'vitest';
import { call } from '../../call.ts';

/** Short as written, 36,000 characters in ASCII: the engine cannot parse again what it wrote. */
const grownHost = 'ü.'.repeat(4500);

test.each([
  { id: 'url-normalize', params: { text: `${grownHost}/?utm_source=a&utm_medium=b` } },
  { id: 'url-normalize', params: { text: grownHost } },
  { id: 'url-parse', params: { text: grownHost } },
  { id: 'domain-parse', params: { text: grownHost } },
  { id: 'utm-build', params: { url: grownHost, source: 'a', medium: 'b', campaign: 'c' } },
  { id: 'sitemap-xml', params: { urls: [`https://${'ü.'.repeat(900)}`] } },
  { id: 'robots-txt', params: { sitemaps: [`https://${'ü.'.repeat(900)}`] } },
])('$id refuses a host name that is too long for DNS', async ({ id, params }) => {
  await expect(call(id, params)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('host name'),
  });
});

test('a host name of 253 characters and its root dot is taken', async () => {
  const host = `${'abcdefg.'.repeat(31)}abcde`;
  expect(host).toHaveLength(253);
  expect(await call('url-normalize', { text: `https://${host}./` })).toBe(`https://${host}`);
});

test('thousands of values of one name are read in their order', async () => {
  const query = Array.from({ length: 2400 }, (_, index) => `a=${index % 10}`).join('&');
  const { query: values } = JSON.parse(
    await call('url-parse', { text: `https://example.com/?${query}` }),
  ) as {
    query: { a: string[] };
  };
  expect(values.a).toHaveLength(2400);
  expect(values.a.slice(0, 3)).toEqual(['0', '1', '2']);
});
