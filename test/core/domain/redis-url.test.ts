import { describe, expect, test } from 'vitest';

import { readRedisUrl } from '#domain/redis-url.ts';

describe('the URL of a Redis', () => {
  test('names one server', () => {
    const url = 'rediss://user:password@redis.internal:6380/1';
    expect(readRedisUrl(url)).toEqual({
      kind: 'server',
      url,
      nodes: [{ host: 'redis.internal', port: 6380 }],
    });
    expect(readRedisUrl('redis://redis')).toMatchObject({ nodes: [{ host: 'redis', port: 6379 }] });
  });

  test('names nodes of a cluster, with one user for all', () => {
    expect(readRedisUrl('rediss+cluster://user:p%40ss:word@one:7000,[::1]:7001,three')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7000 },
        { host: '::1', port: 7001 },
        { host: 'three', port: 6379 },
      ],
      access: { isTls: true, username: 'user', password: 'p@ss:word' },
    });
    expect(readRedisUrl('redis+cluster://one:7000')).toMatchObject({ access: { isTls: false } });
  });

  test('names Sentinels and what they call the primary', () => {
    expect(readRedisUrl('redis+sentinel://:password@one,two:26380/records?sentinelPassword=other')).toEqual({
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
      ],
      name: 'records',
      access: { isTls: false, password: 'password' },
      sentinelAccess: { isTls: false, password: 'other' },
    });
  });

  test.each([
    'http://redis',
    'redis+cluster://',
    'redis+cluster://one:7000,',
    'redis+cluster://one:7000/1',
    'redis+cluster://one:port',
    'redis+cluster://user:%zz@one',
    'redis+sentinel://one,two',
    'redis+sentinel://one/records?other=1',
    'redis+others://one',
  ])('is none of them: %s', (url) => {
    expect(readRedisUrl(url)).toBeUndefined();
  });
});
