import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { keys } from '#store/records/index.ts';
import { createDoorLedger } from '#store/report/door-ledger.ts';
import { createSenderFacts } from '#store/report/sender-facts.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const at = Date.UTC(2026, 10, 22, 12);
const dayMs = 24 * 60 * 60 * 1000;

const onRefused = () => Promise.resolve();

function newHook(now = at) {
  const { redis } = connection;
  const clock = { now };
  const hook = { workspaceId: newId('workspace'), automationId: newId('automation') };
  const failures: unknown[] = [];
  const ledger = createDoorLedger({
    redis,
    now: () => clock.now,
    onFailure: (error) => failures.push(error),
    onRefused,
  });
  const facts = createSenderFacts({ redis, now: () => clock.now });
  return { redis, clock, hook, ledger, facts, failures };
}

describe('answer times', () => {
  test('are kept by bucket and day, of two processes together', async () => {
    const { hook, ledger, facts, clock, redis } = newHook();
    for (let i = 0; i < 98; i += 1) ledger.noteAnswer(hook, 4.2);
    ledger.noteAnswer(hook, 90);
    await ledger.flush();
    const other = createDoorLedger({ redis, now: () => clock.now, onFailure: () => undefined, onRefused });
    other.noteAnswer(hook, 60_000);
    await other.flush();
    expect(await facts.answerTimes(hook, 7, 3_000)).toEqual({ count: 100, p50Ms: 5, p99Ms: 100, late: 1 });
    clock.now += 6 * dayMs;
    expect(await facts.answerTimes(hook, 7, null)).toMatchObject({ count: 100, late: null });
    clock.now += dayMs;
    expect(await facts.answerTimes(hook, 7, 3_000)).toEqual({ count: 0, p50Ms: null, p99Ms: null, late: 0 });
  });

  test('count as late only where they surely were', async () => {
    const { hook, ledger, facts } = newHook();
    for (const ms of [2_900, 3_000, 3_001, 9_000]) ledger.noteAnswer(hook, ms);
    await ledger.flush();
    expect(await facts.answerTimes(hook, 1, 3_000)).toMatchObject({ count: 4, late: 2 });
    expect(await facts.answerTimes(hook, 1, 4_000)).toMatchObject({ late: 1 });
  });

  test('that cannot be written are told, and lost', async () => {
    const { hook, ledger, facts, failures, redis } = newHook();
    await redis.set(keys.answerTimes(hook.workspaceId, hook.automationId, '2026-11-22'), 'text');
    ledger.noteAnswer(hook, 1);
    await ledger.flush();
    expect(failures).toHaveLength(1);
    await redis.del(keys.answerTimes(hook.workspaceId, hook.automationId, '2026-11-22'));
    await ledger.flush();
    expect(await facts.answerTimes(hook, 1, null)).toMatchObject({ count: 0 });
  });
});

describe('refused events', () => {
  test('are known by when they were first refused, and whether they were taken since', async () => {
    const { hook, ledger, facts, clock, redis } = newHook();
    const { workspaceId } = hook;
    ledger.noteRefused(hook, 'dlv_a');
    ledger.noteRefused(hook, 'dlv_b');
    await ledger.flush();
    clock.now += 5_000;
    ledger.noteRefused(hook, 'dlv_a');
    await ledger.flush();
    await redis.hSet(keys.run(workspaceId, 'dlv_b'), { phase: 'confirmed', receivedAt: String(at + 4_000) });
    await redis.hSet(keys.run(workspaceId, 'dlv_a'), { phase: 'claimed' });
    expect(await facts.refusedEvents(hook)).toEqual([
      { deliveryId: 'dlv_a', refusedAt: at, takenAt: null },
      { deliveryId: 'dlv_b', refusedAt: at, takenAt: at + 4_000 },
    ]);
  });

  test('are no more than the last thousand', async () => {
    const { hook, ledger, facts, clock } = newHook();
    for (let round = 0; round < 3; round += 1) {
      clock.now += 1;
      for (let i = 0; i < 700; i += 1) ledger.noteRefused(hook, `dlv_${round}_${i}`);
      await ledger.flush();
    }
    const events = await facts.refusedEvents(hook);
    expect(events).toHaveLength(1_000);
    expect(events.at(-1)).toMatchObject({ refusedAt: at + 3 });
    expect(events.some(({ refusedAt }) => refusedAt === at + 1)).toBe(false);
  });
});
