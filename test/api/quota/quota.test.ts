import { parseList } from 'structured-headers';
import { describe, expect, inject, it, vi } from 'vitest';

import { createPublicQuota } from '#api/quota/public-quota.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createQuotaStore } from '#store/quota.ts';
import { startGate } from '#test/support/gate.ts';
import { startApi, testRedis } from '#test/support/service.ts';

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

const threeTools = JSON.stringify({
  tool: 'pipeline',
  params: {
    text: 'b\na\na',
    steps: [{ tool: 'dedupe-lines' }, { tool: 'sort-lines' }, { tool: 'upper-case' }],
  },
});

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
    ['a pipeline of three tools', 'POST', '/api/tools/invoke', threeTools, 200],
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

describe('the identity of a client', () => {
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

/** Counts in windows that a test can wait for the end of. */
async function quotaStore({ windowSeconds = 5, redisUrl = inject('redisUrl'), redisMsMax = 60_000 } = {}) {
  const { redis, [Symbol.asyncDispose]: dispose } = await testRedis(redisUrl);
  const complaints: unknown[] = [];
  const onUnavailable = (error: unknown) => void complaints.push(error);
  const store = createQuotaStore({ redis, windowSeconds, onUnavailable, redisMsMax });
  return { redis, store, complaints, [Symbol.asyncDispose]: dispose };
}

async function isBack(redis: Redis): Promise<void> {
  const answer = () => redis.ping().catch(() => 'unavailable');
  await expect.poll(answer).toBe('PONG');
}

/** Redis behind a gate, and the counts that go through it. */
async function gatedStore(windowSeconds: number) {
  const { hostname, port } = new URL(inject('redisUrl'));
  const gate = await startGate({ host: hostname, port: Number(port) });
  const counted = await quotaStore({ windowSeconds, redisUrl: `redis://${gate.address}`, redisMsMax: 100 });
  return {
    ...counted,
    gate,
    [Symbol.asyncDispose]: async () => {
      gate.set('open');
      await isBack(counted.redis);
      await counted[Symbol.asyncDispose]();
      await gate[Symbol.asyncDispose]();
    },
  };
}

describe('the window', () => {
  const untouched = { used: 0, leftMs: 5_000 };

  it('starts with the first request and starts anew when it is over', async () => {
    await using counted = await quotaStore();
    const { store } = counted;
    const client = newAddress();
    expect(await store.look(client)).toEqual(untouched);
    expect((await store.count(client)).used).toBe(1);
    expect((await store.count(client)).used).toBe(2);
    expect((await store.look(client)).used).toBe(2);
    await expect.poll(() => store.look(client)).toEqual(untouched);
    expect((await store.count(client)).used).toBe(1);
    expect(counted.complaints).toEqual([]);
  });

  it('is one for all processes, and every request has a number of its own', async () => {
    await using one = await quotaStore({ windowSeconds: 60 });
    await using other = await quotaStore({ windowSeconds: 60 });
    const client = newAddress();
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).store.count(client)),
    );
    expect(counts.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  it('ends when Redis says so, whatever the clock of a process says', async () => {
    await using fast = await quotaStore({ windowSeconds: 60 });
    const client = newAddress();
    await fast.store.count(client);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    try {
      const { used, leftMs } = await fast.store.count(client);
      expect(used).toBe(2);
      expect(leftMs).toBeLessThanOrEqual(60_000);
      expect(leftMs).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('without Redis', () => {
  it.each(['refusing', 'silent'] as const)(
    'that is %s, goes on with a limit of the same size, from where the client stood',
    async (state) => {
      await using counted = await gatedStore(60);
      const quota = createPublicQuota({ store: counted.store, quota: 3 });
      const client = newAddress();
      expect((await quota.count(client)).state.remaining).toBe(2);
      counted.gate.set(state);
      expect((await quota.count(client)).state.remaining).toBe(1);
      expect((await quota.look(client)).remaining).toBe(1);
      expect((await quota.count(client)).state.remaining).toBe(0);
      expect((await quota.count(client)).isExceeded).toBe(true);
      expect((await quota.count(newAddress())).state.remaining).toBe(2);
      expect((await quota.look(newAddress())).remaining).toBe(3);
    },
  );

  it('waits for a Redis that hangs once, not with every request', async () => {
    await using counted = await gatedStore(60);
    counted.gate.set('silent');
    const client = newAddress();
    const used = await Promise.all([1, 2, 3].map(() => counted.store.count(client)));
    expect(used.map((count) => count.used)).toEqual([1, 2, 3]);
    const complaints = counted.complaints.length;
    expect((await counted.store.count(client)).used).toBe(4);
    expect(counted.complaints).toHaveLength(complaints);
  });

  it('starts a window anew when it is over', async () => {
    await using counted = await gatedStore(1);
    counted.gate.set('refusing');
    const client = newAddress();
    expect(await counted.store.count(client)).toEqual({ used: 1, leftMs: 1_000 });
    expect((await counted.store.count(client)).used).toBe(2);
    await expect.poll(async () => (await counted.store.look(client)).used).toBe(0);
    expect(await counted.store.count(client)).toEqual({ used: 1, leftMs: 1_000 });
  });

  it('returns to the shared counts once Redis is back', async () => {
    await using counted = await gatedStore(60);
    await using elsewhere = await quotaStore({ windowSeconds: 60 });
    const client = newAddress();
    counted.gate.set('refusing');
    for (const used of [1, 2, 3]) expect((await counted.store.count(client)).used).toBe(used);
    for (const used of [1, 2, 3, 4, 5, 6]) expect((await elsewhere.store.count(client)).used).toBe(used);
    counted.gate.set('open');
    await expect.poll(async () => (await counted.store.look(client)).used).toBe(6);
    expect((await counted.store.count(client)).used).toBe(7);
  });

  it('remembers no more than 50,000 clients', async () => {
    await using counted = await gatedStore(60);
    counted.gate.set('refusing');
    const first = newAddress();
    await counted.store.count(first);
    for (let client = 0; client < 49_999; client += 1) await counted.store.count(`2001:db8:${client}::/64`);
    expect((await counted.store.look(first)).used).toBe(1);
    await counted.store.count('2001:db8:1::ffff/64');
    expect((await counted.store.look(first)).used).toBe(0);
  });
});
