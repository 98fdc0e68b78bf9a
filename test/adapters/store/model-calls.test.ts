import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createModelCalls } from '#store/model-calls.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

/** Each test lives on a day of its own, since all clients of a day share one budget. */
function setUp(perDay: number) {
  let atMs = Date.UTC(4_000, 0, 1) + Math.floor(Math.random() * 1e6) * 86_400_000 + 43_200_000;
  const calls = createModelCalls({ redis, perDay, now: () => new Date(atMs) });
  return {
    ...calls,
    pass: (ms: number) => (atMs += ms),
    day: () => new Date(atMs).toISOString().slice(0, 10),
  };
}

it('counts up to the calls of the day, however many ask at once', async () => {
  const { take, day } = setUp(3);
  const taken = await Promise.all(Array.from({ length: 10 }, take));
  expect(taken.filter((each) => each === day())).toHaveLength(3);
  expect(taken.filter((each) => each === null)).toHaveLength(7);
  expect(await redis.get(keys.modelCallsOfDay(day()))).toBe('3');
});

it('lets nothing through where the operator allows none', async () => {
  expect(await setUp(0).take()).toBeNull();
});

it('gives a call back on the day it was taken', async () => {
  const { take, giveBack, pass } = setUp(1);
  const day = await take();
  pass(86_400_000);
  await take();
  await giveBack(day!);
  expect(await take()).toBeNull();
  pass(-86_400_000);
  expect(await take()).toBe(day);
});

it('starts anew at midnight UTC, and forgets', async () => {
  const { take, pass, day } = setUp(1);
  pass(43_199_999);
  await take();
  expect(await take()).toBeNull();
  expect(await redis.ttl(keys.modelCallsOfDay(day()))).toBeGreaterThan(86_400);
  pass(1);
  expect(await take()).toBe(day());
});
