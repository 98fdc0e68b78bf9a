import { randomInt } from 'node:crypto';

import { inject, expect, it } from 'vitest';

import { createQuotaStore } from '#store/quota.ts';
import { startApi, testRedis } from '#test/support/service.ts';

it('a token that calls the management API too often is told when to come again, and no other is', async () => {
  await using api = await startApi({ MANAGE_REQUESTS_PER_MINUTE: '3' });
  const [busy, idle] = [await api.newOwner(), await api.newOwner()];
  for (let n = 0; n < 3; n += 1) expect((await busy.manage('GET', '/workspace')).status).toBe(200);
  const refused = await busy.manage('GET', '/agents');
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await idle.manage('GET', '/workspace')).status).toBe(200);
  const operator = { headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}` } };
  for (let n = 0; n < 5; n += 1)
    expect((await fetch(`${api.url}/manage/workspaces`, operator)).status).toBe(200);
});

it('requests are counted in the Redis for what may be forgotten, where there is one', async () => {
  await using cache = await testRedis(`${inject('redisUrl').replace(/\/$/, '')}/3`);
  await using api = await startApi({ TRUSTED_PROXY_HOPS: '1' }, { cacheRedis: cache.redis });
  const { manage, workspace } = await api.newOwner();
  expect((await manage('GET', '/workspace')).status).toBe(200);
  const stranger = `192.0.2.${randomInt(100, 255)}`;
  const headers = { 'x-forwarded-for': stranger };
  expect((await fetch(`${api.url}/api/tools`, { headers })).status).toBe(200);
  const [tokenId = ''] = await api.redis.zRange(`{${workspace.id}}:tokens`, 0, -1);
  for (const client of [`manage/${tokenId}`, stranger]) {
    const lookIn = async (redis: typeof api.redis) =>
      (await createQuotaStore({ redis, windowSeconds: 60, onUnavailable: () => undefined }).look(client))
        .used;
    expect([client, await lookIn(cache.redis), await lookIn(api.redis)]).toEqual([client, 1, 0]);
  }
});
