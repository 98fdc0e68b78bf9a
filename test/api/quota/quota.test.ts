import { parseList } from 'structured-headers';
import { describe, expect, it } from 'vitest';

import { createPublicQuota } from '../../../api/quota/public-quota.ts';
import { createQuotaStore } from '../../../store/quota.ts';
import { startApi, testRedis } from '../../support/service.ts';

/** Each test is a client of its own. */
let clients = 0;
const newAddress = () => `198.51.${Math.floor(Math.random() * 256)}.${(clients += 1)}`;

interface Call {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function quotaApi(quota: number) {
  const api = await startApi({ PUBLIC_QUOTA: String(quota), TRUSTED_PROXY_HOPS: '1' });
  const call = (address: string, path = '/api/tools', { headers = {}, ...init }: Call = {}) =>
    fetch(`${api.url}${path}`, { ...init, headers: { 'x-forwarded-for': address, ...headers } });
  return { call, [Symbol.asyncDispose]: api[Symbol.asyncDispose] };
}

const stateOf = (response: Response) => {
  const [[name, parameters]] = parseList(response.headers.get('ratelimit') ?? '') as [
    [string, Map<string, number>],
  ];
  return { name, remaining: parameters.get('r'), resetSeconds: parameters.get('t') };
};

describe('the rate-limit headers', () => {
  it('are five, agree with each other and are structured fields', async () => {
    await using api = await quotaApi(7);
    const { headers, status } = await api.call(newAddress());
    expect(status).toBe(200);
    const reset = Number(headers.get('ratelimit-reset'));
    expect(reset).toBeGreaterThan(3590);
    expect(reset).toBeLessThanOrEqual(3600);
    expect(headers.get('ratelimit-policy')).toBe('"public";q=7;w=3600');
    expect(headers.get('ratelimit')).toBe(`"public";r=6;t=${reset}`);
    expect(headers.get('ratelimit-limit')).toBe('7');
    expect(headers.get('ratelimit-remaining')).toBe('6');
  });

  it.each([
    ['a path that does not exist', 'GET', '/api/nothing', undefined, 404],
    ['/api itself', 'GET', '/api', undefined, 404],
    ['another spelling of the path', 'POST', '/API/tools/invoke', '{}', 404],
    ['another method', 'GET', '/api/waitlist', undefined, 405],
    ['HEAD where only POST is possible', 'HEAD', '/api/waitlist', undefined, 405],
    ['OPTIONS that is no preflight', 'OPTIONS', '/api/waitlist', undefined, 405],
    ['broken JSON', 'POST', '/api/waitlist', '{', 400],
    ['a refused request', 'POST', '/api/waitlist', '{}', 400],
    ['too large a body', 'POST', '/api/waitlist', 'x'.repeat(200_000), 400],
  ])('stand on the answer to %s and it counts once', async (_, method, path, body, status) => {
    await using api = await quotaApi(10);
    const address = newAddress();
    const response = await api.call(address, path, { method, ...(body === undefined ? {} : { body }) });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expect(stateOf(response)).toMatchObject({ name: 'public', remaining: 9 });
    expect(response.headers.get('api-version')).toBe('2026-08-24');
    expect(stateOf(await api.call(address)).remaining).toBe(8);
  });
});

describe('over the quota', () => {
  it('answers 429 with Retry-After, counts on, and says nothing below zero', async () => {
    await using api = await quotaApi(2);
    const address = newAddress();
    await api.call(address);
    await api.call(address);
    for (const path of ['/api/tools', '/api/nothing']) {
      const response = await api.call(address, path);
      expect(response.status).toBe(429);
      expect(stateOf(response).remaining).toBe(0);
      expect(response.headers.get('retry-after')).toBe(response.headers.get('ratelimit-reset'));
      expect(response.headers.get('api-version')).toBe('2026-08-24');
      expect(await response.json()).toMatchObject({ code: 'RATE_LIMITED', hint: expect.any(String) });
    }
    expect((await api.call(newAddress())).status).toBe(200);
  });

  it('lets exactly the quota through when requests come at once, and no remaining comes twice', async () => {
    await using api = await quotaApi(20);
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 50 }, () => api.call(address)));
    const passed = responses.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(20);
    const remaining = passed.map((response) => stateOf(response).remaining ?? -1);
    expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});

describe('a preflight', () => {
  it('is answered with the headers and costs nothing, also over the quota', async () => {
    await using api = await quotaApi(1);
    const address = newAddress();
    const preflight = () =>
      api.call(address, '/api/tools/invoke', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'api-version,content-type',
        },
      });
    const first = await preflight();
    expect(first.status).toBe(204);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('access-control-allow-methods')).toContain('POST');
    expect(first.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('api-version');
    expect(stateOf(first).remaining).toBe(1);
    expect((await api.call(address)).status).toBe(200);
    expect((await api.call(address)).status).toBe(429);
    expect((await preflight()).status).toBe(204);
  });

  it('leaves the answers of a page of another origin readable, refusals included', async () => {
    await using api = await quotaApi(1);
    const address = newAddress();
    for (const status of [200, 429]) {
      const response = await api.call(address, '/api/tools', { headers: { origin: 'https://shop.example' } });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const exposed = response.headers.get('access-control-expose-headers') ?? '';
      for (const name of [
        'API-Version',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Deprecation',
        'Sunset',
      ])
        expect(exposed.split(',')).toContain(name);
    }
  });
});

describe('who a client is', () => {
  it('is the address before the trusted proxies, whatever the sender puts in front', async () => {
    await using api = await quotaApi(1);
    const address = newAddress();
    expect((await api.call(`203.0.113.1, ${address}`)).status).toBe(200);
    expect((await api.call(`203.0.113.2, ${address}`)).status).toBe(429);
  });

  it('is a /64 of IPv6 addresses', async () => {
    await using api = await quotaApi(1);
    const prefix = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
    expect((await api.call(`${prefix}:1::1`)).status).toBe(200);
    expect((await api.call(`${prefix}:1:ffff::2`)).status).toBe(429);
    expect((await api.call(`${prefix}:2::1`)).status).toBe(200);
  });
});

describe('the window', () => {
  it('starts with the first request and starts anew when it is over', async () => {
    await using connection = await testRedis();
    const store = createQuotaStore(connection);
    const client = newAddress();
    expect(await store.count(client, 0, 60)).toEqual({ used: 0, leftMs: 60 });
    expect((await store.count(client, 1, 60)).used).toBe(1);
    expect((await store.count(client, 1, 60)).used).toBe(2);
    await expect.poll(() => store.count(client, 0, 60)).toEqual({ used: 0, leftMs: 60 });
    expect((await store.count(client, 1, 60)).used).toBe(1);
  });
});

describe('without Redis', () => {
  const ignore = () => undefined;

  it('goes on at once with a limit of the same size, from where the client stood', async () => {
    await using connection = await testRedis();
    const store = createQuotaStore(connection);
    let isAway = false;
    const quota = createPublicQuota({
      store: { count: (...call) => (isAway ? Promise.reject(new Error('away')) : store.count(...call)) },
      quota: 3,
      onStoreAway: ignore,
    });
    const client = newAddress();
    expect((await quota.count(client, 1)).state.remaining).toBe(2);
    isAway = true;
    expect((await quota.count(client, 1)).state.remaining).toBe(1);
    expect((await quota.count(client, 1)).state.remaining).toBe(0);
    expect((await quota.count(client, 1)).isExceeded).toBe(true);
    expect((await quota.count(newAddress(), 1)).state.remaining).toBe(2);
  });

  it('waits a moment for a Redis that hangs, once, not with every request', async () => {
    let asked = 0;
    const hang = () => {
      asked += 1;
      return new Promise<never>(ignore);
    };
    const quota = createPublicQuota({ store: { count: hang }, quota: 3, onStoreAway: ignore });
    const startedAt = performance.now();
    for (const remaining of [2, 1, 0])
      expect((await quota.count('192.0.2.1', 1)).state.remaining).toBe(remaining);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(asked).toBe(1);
  });

  it('starts a window anew when it is over', async () => {
    let nowMs = 1_000_000;
    const quota = createPublicQuota({
      store: { count: () => Promise.reject(new Error('away')) },
      quota: 1,
      onStoreAway: ignore,
      now: () => nowMs,
    });
    expect((await quota.count('192.0.2.2', 1)).state).toMatchObject({ remaining: 0, resetSeconds: 3600 });
    nowMs += 3_599_999;
    expect(await quota.count('192.0.2.2', 1)).toMatchObject({ isExceeded: true, state: { resetSeconds: 1 } });
    nowMs += 1;
    expect(await quota.count('192.0.2.2', 1)).toMatchObject({
      isExceeded: false,
      state: { resetSeconds: 3600 },
    });
  });
});
