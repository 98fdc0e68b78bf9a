import { afterAll, beforeAll, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const origin = 'https://shop.example';

const preflight = (path: string) =>
  fetch(`${api.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });

it('lets pages of any origin use the public API', async () => {
  expect((await preflight('/api/tools/invoke')).headers.get('access-control-allow-origin')).toBe('*');
  const { headers } = await fetch(`${api.url}/api/tools`, { headers: { origin } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

it.each(['/manage/workspace', '/hooks/a', '/openapi.json', '/docs', '/healthz'])(
  'leaves %s to its own origin',
  async (path) => {
    expect((await preflight(path)).headers.has('access-control-allow-origin')).toBe(false);
    const { headers } = await fetch(`${api.url}${path}`, { headers: { origin } });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  },
);
