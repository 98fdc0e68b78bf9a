import { expect, test } from 'vitest';
import { call } from '../../call.ts';

/** Short as written, 36,000 characters in ASCII: the engine cannot parse again what it wrote. */
const grownHost = 'ü.'.repeat(4500);

test.each<[id: string, params: Record<string, unknown>]>([
  ['url-normalize', { text: `${grownHost}/?utm_source=a&utm_medium=b` }],
  ['url-normalize', { text: grownHost }],
  ['url-parse', { text: grownHost }],
  ['domain-parse', { text: grownHost }],
  ['utm-build', { url: grownHost, source: 'a', medium: 'b', campaign: 'c' }],
  ['sitemap-xml', { urls: [`https://${'ü.'.repeat(900)}`] }],
  ['robots-txt', { sitemaps: [`https://${'ü.'.repeat(900)}`] }],
])('%s refuses a host name that is too long for DNS', async (id, params) => {
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
