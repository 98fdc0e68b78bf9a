import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAgentFuzzer } from '#test/support/fuzz/agent.ts';
import { playMany } from '#test/support/fuzz/many.ts';
import { startWorld, type World } from '#test/support/fuzz/world.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { howToRepeat, testSeed } from '#test/support/seed.ts';
import { testRedis } from '#test/support/service.ts';

/** As many as fit; `node bench/fuzz-agent.ts` plays ten thousand. */
const runs = 600;

let connection: Awaited<ReturnType<typeof testRedis>>;
let ownRedis: Awaited<ReturnType<typeof startOwnRedis>>;
let world: World;
beforeAll(async () => {
  quietRuntime();
  ownRedis = await startOwnRedis();
  connection = await testRedis(ownRedis.url);
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await connection[Symbol.asyncDispose]();
  await ownRedis[Symbol.asyncDispose]();
});

test('a model that asks for anything stays within policies and budgets, and no credential is seen', async () => {
  const fuzzer = createAgentFuzzer({ redis: connection.redis, world });
  const { faults, requests, outcomes } = await playMany(fuzzer, {
    firstSeed: testSeed,
    count: runs,
    atOnce: 24,
  });
  expect(faults, howToRepeat).toEqual([]);
  expect(world.violations, howToRepeat).toEqual([]);
  // It did try: requests went out, with and without a credential, and runs ended in several ways.
  const { allowedRequests, withCredential } = world.seen();
  expect(requests).toBeGreaterThan(runs / 4);
  expect(withCredential).toBeGreaterThan(runs / 20);
  expect(allowedRequests).toBeGreaterThan(withCredential);
  expect(Object.keys(outcomes).toSorted()).toEqual(['failed', 'succeeded', 'unknown_effect']);
}, 600_000);

test('the world notices what should not happen', async () => {
  await using other = await startWorld();
  const secret = other.policies[0]!.headerValue!;
  const send = (host: string, headers: Record<string, string>) =>
    fetch(`http://${host}:${other.port}/echo`, { headers });
  await send('127.0.0.2', {});
  await send('127.0.0.1', {});
  expect(other.violations).toEqual([
    expect.stringContaining('reached the attacker'),
    expect.stringContaining('came without a policy'),
  ]);
  const forms = [secret, Buffer.from(`key=${secret}`).toString('base64'), encodeURIComponent(secret)];
  for (const form of forms) expect(other.holdsSecret(`x ${form} y`)).toBe(true);
  expect(other.holdsSecret('X-API-Key: [redacted]')).toBe(false);
});
