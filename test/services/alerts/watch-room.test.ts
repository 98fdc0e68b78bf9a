import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAlertWatch } from '#alerts/watch.ts';
import type { AlertCondition } from '#contracts/alert.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createHeld } from '#store/held.ts';
import { keys } from '#store/records/index.ts';
import { createNextWork } from '#store/sweep/next-work.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const minute = 60_000;

/** An automation in a workspace without a free slot, and a rule; `pass`: time goes by, and the sweep looks. */
async function setUp(condition: AlertCondition, burst: 'refuse' | 'hold' = 'refuse') {
  const { redis } = connection;
  const { run, admissions, automations } = await beginRun(redis);
  const { workspaceId, automationId } = run;
  await automations.setLimits(run, { burst });
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
  const channel = { kind: 'webhook', url: 'https://example.com/' } as const;
  const rule = { name: 'R', automationId: null, condition, channel };
  const made = await createAlertRules({ redis, vault }).create(workspaceId, rule);
  const others = Array.from({ length: 7 }, (_, index) => ({ score: Infinity, value: `dlv_${index}` }));
  await redis.zAdd(keys.slots(workspaceId), others);
  const world = { now: Date.now() };
  const alerts = createAlerts({ redis });
  const watch = createAlertWatch({
    alerts,
    alertStarter: { start: () => Promise.resolve() },
    runStates: { of: () => Promise.resolve({ status: 'open' }) },
    logger: { warn: () => expect.unreachable() },
    now: () => world.now,
  });
  const told = async () =>
    (await alerts.list(workspaceId, made!.rule.id, { limit: 200 })).items.map(({ type, refusals, held }) => [
      type,
      refusals ?? held,
    ]);
  const pass = async (minutes: number) => {
    world.now += minutes * minute;
    await watch.sweep(workspaceId);
    return await told();
  };
  const arrive = async (count: number, attempt: 'new' | 'again' = 'new') => {
    for (let number = 0; number < count; number += 1)
      await admissions.admit(run, arrivalWith({ eventId: `${number}` }), { attempt });
  };
  const nextWork = createNextWork({ redis, archiveAfterHours: 48, retentionDays: 400 });
  return { redis, run, automationId, workspaceId, arrive, pass, nextWork, world };
}

describe('a rule for refused deliveries', () => {
  const condition = { kind: 'refused', count: 5, minutes: 10 } as const;

  it('tells once that so many were refused, and again of as many that come after', async () => {
    const { arrive, pass } = await setUp(condition);
    await arrive(4);
    expect(await pass(0)).toEqual([]);
    await arrive(2);
    const first = ['automation.refused', 6];
    expect(await pass(5)).toEqual([first]);
    expect(await pass(5)).toEqual([first]);
  });

  it('tells of what was refused, and not refused again, before the look', async () => {
    const { arrive, pass } = await setUp({ ...condition, minutes: 1 });
    await arrive(5);
    expect(await pass(5)).toEqual([['automation.refused', 5]]);
  });

  it('counts none that was taken at the second try, and none without a rule', async () => {
    const { arrive, pass, redis, run } = await setUp(condition);
    await arrive(5);
    await redis.del(keys.slots(run.workspaceId));
    await arrive(1, 'again');
    expect(await redis.hVals(keys.refusals(run.workspaceId, run.automationId))).toEqual(['4']);
    expect(await pass(5)).toEqual([]);
    const other = await beginRun(redis);
    expect(await redis.exists(keys.refusals(other.run.workspaceId, other.run.automationId))).toBe(0);
  });

  it('keeps the minutes of a day and an hour', async () => {
    const { arrive, redis, run } = await setUp(condition);
    const key = keys.refusals(run.workspaceId, run.automationId);
    const now = Math.floor(Date.now() / minute);
    await redis.hSet(key, { [String(now - 1_502)]: '3', [String(now - 1_400)]: '2' });
    await arrive(1);
    expect(Object.keys(await redis.hGetAll(key))).not.toContain(String(now - 1_502));
    expect(Object.keys(await redis.hGetAll(key))).toContain(String(now - 1_400));
  });
});

describe('a rule for held deliveries', () => {
  it('tells once of one that is held for long, and of the next', async () => {
    const { arrive, pass, redis, run, workspaceId } = await setUp({ kind: 'held', minutes: 15 }, 'hold');
    await arrive(2);
    expect(await pass(14)).toEqual([]);
    const told = ['automation.held', 2];
    expect(await pass(2)).toEqual([told]);
    expect(await pass(5)).toEqual([told]);
    await redis.del(keys.slots(workspaceId));
    const held = createHeld({ redis });
    for (let number = 0; number < 2; number += 1)
      expect(await held.release(run)).toMatchObject({ status: 'released' });
    expect(await pass(5)).toEqual([told]);
  });

  it('tells that so many are held', async () => {
    const { arrive, pass } = await setUp({ kind: 'held', count: 3 }, 'hold');
    await arrive(2);
    expect(await pass(60)).toEqual([]);
    await arrive(1);
    expect(await pass(5)).toEqual([['automation.held', 3]]);
  });
});

it.each([
  ['refused', { kind: 'refused', count: 1, minutes: 1 }],
  ['held', { kind: 'held', count: 1 }],
] as const)('the sweep looks at each of its times while there is a rule for %s', async (_, condition) => {
  const { nextWork, workspaceId, redis } = await setUp(condition);
  await redis.del(keys.slots(workspaceId));
  await redis.set(keys.secretsWrappedBy(workspaceId), 'k1');
  expect(await nextWork(workspaceId)).toBe(0);
});
