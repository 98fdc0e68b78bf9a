import Koa from 'koa';
import { parseItem } from 'structured-headers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiVersion, requestedVersion } from '#api/middleware/api-version.ts';
import { errorAnswer } from '#api/middleware/error-answer.ts';
import { listen } from '#api/server.ts';
import type { AppState } from '#api/state.ts';
import { createApiVersions } from '#domain/api-versions.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const paths = ['/api/tools', '/api/nothing', '/manage/workspace', '/manage/nothing'];

describe('API-Version', () => {
  it.each([...paths, '/api', '/manage', '/hooks/nobody', '/hooks'])(
    'is on the answer of %s',
    async (path) => {
      const response = await fetch(`${api.url}${path}`);
      expect(response.headers.get('api-version')).toBe('2026-08-24');
      expect(response.headers.get('deprecation')).toBeNull();
    },
  );

  it('may be named, in any case of its letters', async () => {
    const response = await fetch(`${api.url}/api/tools`, { headers: { 'aPI-vERSION': '2026-08-24' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toMatch(/API-Version/i);
  });

  it.each(
    paths.flatMap((path) =>
      ['', '2026-08-25', '2026-08-24, 2026-08-24', 'latest'].map((value) => [value, path]),
    ),
  )('refuses %j on %s and lists the supported ones', async (value, path) => {
    const response = await fetch(`${api.url}${path}`, { headers: { 'api-version': value! } });
    expect(response.status).toBe(400);
    expect(response.headers.get('api-version')).toBe('2026-08-24');
    expect(await response.json()).toMatchObject({
      code: 'UNSUPPORTED_API_VERSION',
      hint: expect.stringContaining('2026-08-24'),
    });
  });

  it('is nothing to a sender of deliveries', async () => {
    const { newAutomation } = await api.newOwner();
    const { hook } = await newAutomation();
    const headers = { 'api-version': '1999-01-01' };
    expect((await fetch(hook, { method: 'POST', body: '{}', headers })).status).toBe(200);
  });
});

describe('a version that ends', () => {
  it('is announced by Deprecation and Sunset, and 410 when it is over', async () => {
    const versions = createApiVersions([
      { version: '2025-01-01', deprecatedAt: '2025-02-01T00:00:00Z', sunsetAt: '2025-06-01T00:00:00Z' },
      { version: '2026-01-01', deprecatedAt: '2026-08-24T00:00:00Z', sunsetAt: '2099-02-24T00:00:00Z' },
      { version: '2026-08-24' },
    ]);
    const app = new Koa<AppState>();
    app.use(apiVersion({ versions })).use(errorAnswer({ logger: silentLogger, storeProblemOf: () => null }));
    app.use(requestedVersion({ versions })).use((ctx) => void (ctx.body = 'served'));
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    const call = (version: string) =>
      fetch(`http://127.0.0.1:${server.port}/api/tools`, { headers: { 'api-version': version } });

    const ending = await call('2026-01-01');
    expect(ending.status).toBe(200);
    expect(ending.headers.get('api-version')).toBe('2026-01-01');
    expect(ending.headers.get('deprecation')).toBe('@1787529600');
    expect(parseItem(ending.headers.get('deprecation') ?? '')[0]).toEqual(new Date('2026-08-24T00:00:00Z'));
    expect(ending.headers.get('sunset')).toBe('Tue, 24 Feb 2099 00:00:00 GMT');

    const retired = await call('2025-01-01');
    expect(retired.status).toBe(410);
    expect(await retired.json()).toMatchObject({
      code: 'API_VERSION_RETIRED',
      hint: expect.stringContaining('2026-08-24'),
    });
    await server.close();
  });
});
