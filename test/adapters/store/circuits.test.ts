import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { createCircuits } from '#store/circuits.ts';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

const target = 'https://api.example.com';
const hourMs = 60 * 60_000;
/** A rest ends only when a test ends it. */
const limits = { failuresMin: 3, failingMsMin: 0, restMsMin: hourMs, restMsMax: 3 * hourMs, trialMs: hourMs };

function setUp(given: Partial<typeof limits> = {}) {
  const scope = { workspaceId: `ws_${randomUUID()}`, agentId: 'agt_1' };
  const circuits = createCircuits({ redis, limits: { ...limits, ...given } });
  const key = keys.circuit(scope.workspaceId, scope.agentId, target);
  return {
    ask: async () => (await circuits.ask(scope, target)).waitMs,
    askOther: async (origin: string) => (await circuits.ask(scope, origin)).waitMs,
    hasFailed: async () => (await circuits.ask(scope, target)).hasFailed,
    succeeded: () => circuits.succeeded(scope, target),
    fail: async (times: number) => {
      for (let n = 0; n < times; n += 1) await circuits.failed(scope, target);
    },
    endRest: () => redis.hSet(key, 'restsUntil', '1'),
    endTrial: () => redis.hSet(key, 'triedUntil', '1'),
  };
}

it('asks a target that has failed fewer times in a row than it takes', async () => {
  const { ask, fail, succeeded } = setUp();
  await fail(2);
  expect(await ask()).toBe(0);
  await succeeded();
  await fail(2);
  expect(await ask()).toBe(0);
});

it('tells whether a target has failed since it last processed a request', async () => {
  const { hasFailed, fail, succeeded } = setUp();
  expect(await hasFailed()).toBe(false);
  await fail(1);
  expect(await hasFailed()).toBe(true);
  await fail(2);
  expect(await hasFailed()).toBe(true);
  await succeeded();
  expect(await hasFailed()).toBe(false);
});

it('lets a target rest for all runs of the agent, and no other target', async () => {
  const { ask, askOther, fail } = setUp();
  await fail(3);
  expect(await ask()).toBeGreaterThan(0);
  expect(await ask()).toBeLessThanOrEqual(hourMs);
  expect(await askOther('https://api.example.com:8443')).toBe(0);
});

it('does not let a target rest whose failures came together', async () => {
  const { ask, fail } = setUp({ failingMsMin: hourMs });
  await fail(10);
  expect(await ask()).toBe(0);
});

it('tries a target with one request after its rest', async () => {
  const { ask, fail, endRest, endTrial } = setUp();
  await fail(3);
  await endRest();
  const waits = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  await endTrial();
  expect(await ask()).toBe(0);
});

it('asks as before once the target has processed a request', async () => {
  const { ask, fail, endRest, succeeded } = setUp();
  await fail(3);
  await endRest();
  expect(await ask()).toBe(0);
  await succeeded();
  expect(await Promise.all([ask(), ask()])).toEqual([0, 0]);
});

it('rests twice as long when the trial fails, up to a limit', async () => {
  const { ask, fail, endRest } = setUp();
  await fail(3);
  for (const restMs of [2 * hourMs, 3 * hourMs, 3 * hourMs]) {
    await endRest();
    expect(await ask()).toBe(0);
    await fail(1);
    const wait = await ask();
    expect(wait).toBeGreaterThan(restMs - hourMs);
    expect(wait).toBeLessThanOrEqual(restMs);
  }
});

it('counts failures of requests that were under way together as one rest', async () => {
  const { ask, fail } = setUp();
  await fail(10);
  expect(await ask()).toBeLessThanOrEqual(hourMs);
});
