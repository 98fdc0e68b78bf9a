import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { newId } from '#domain/ids.ts';
import { limits } from '#domain/limits.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createSkippedDeliveries } from '#store/delivery/skipped.ts';
import { stripRun } from '#store/erasure/strip-run.ts';
import { keys } from '#store/records/index.ts';
import { removeRun } from '#store/removal/remove-run.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);

async function setUp() {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const automations = createAutomations({ redis, vault });
  const content = { name: 'Orders', instructions: 'Summarise.', filter: null, agentId: 'agt_1' };
  const automation = await automations.create(workspaceId, content);
  const admissions = createAdmissions({ redis });
  const hook = { workspaceId, automationId: automation.id };
  const arriveAt = (at: typeof hook, deliveryId: string, body = 'x') =>
    admissions.admit(
      at,
      arrivalWith({
        deliveryId,
        workflowId: `run/${deliveryId}`,
        eventId: deliveryId,
        body: Buffer.from(body),
      }),
      { attempt: 'new' },
    );
  const arrive = (deliveryId: string, body?: string) => arriveAt(hook, deliveryId, body);
  async function process(deliveryId: string) {
    const admission = await arrive(deliveryId);
    if (admission.status !== 'claimed') return admission;
    await admissions.confirm(hook, deliveryId);
    await redis.zRem(keys.slots(workspaceId), deliveryId);
    return admission;
  }
  /** Makes the state of admission for this workspace older, or younger: the clock of Redis itself cannot be moved. */
  async function timePasses(ms: number) {
    for (const key of [keys.minute(workspaceId), keys.slots(workspaceId)]) {
      const members = await redis.zRangeWithScores(key, 0, -1);
      const older = members.map(({ value, score }) => ({ value, score: score - ms }));
      if (older.length > 0) await redis.zAdd(key, older);
    }
  }
  return { redis, timePasses, hook, admissions, automations, content, automation, arriveAt, arrive, process };
}

async function redisMs(): Promise<number> {
  const [seconds, microseconds] = await connection.redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

describe('the minute of a workspace', () => {
  test('takes sixty, refuses the next and says when the oldest leaves', async () => {
    const { timePasses, process } = await setUp();
    const beganMs = await redisMs();
    for (let n = 0; n < 60; n += 1) {
      expect((await process(`d${n}`)).status).toBe('claimed');
      await timePasses(500);
    }
    const answer = await process('late');
    const longestMs = (await redisMs()) - beganMs;
    expect(answer).toEqual({
      status: 'rate',
      most: 60,
      retryAfterMs: expect.toSatisfy((waitMs: number) => waitMs >= 30_000 - longestMs && waitMs <= 30_000),
    });
  });

  test('slides: one more is taken when the oldest is a minute old, not before', async () => {
    const { timePasses, process } = await setUp();
    for (let n = 0; n < 60; n += 1) await process(`d${n}`);
    await timePasses(45_000);
    expect((await process('early')).status).toBe('rate');
    await timePasses(15_000);
    expect((await process('in time')).status).toBe('claimed');
  });

  test('is not blocked by a clock that steps back', async () => {
    const { timePasses, process } = await setUp();
    for (let n = 0; n < 60; n += 1) await process(`d${n}`);
    await timePasses(-3_600_000);
    expect((await process('after')).status).toBe('claimed');
  });

  test('counts what was written by a clock that was a little ahead', async () => {
    const { timePasses, process } = await setUp();
    for (let n = 0; n < 60; n += 1) await process(`d${n}`);
    await timePasses(-30_000);
    expect((await process('behind')).status).toBe('rate');
  });

  test('goes by the clock of Redis, whatever that of the process is', async () => {
    const { arrive, hook } = await setUp();
    const { redis } = connection;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    onTestFinished(() => void vi.useRealTimers());
    const beganMs = await redisMs();
    await arrive('d');
    const endedMs = await redisMs();
    const leaseMs = 30_000;
    for (const [key, aheadMs] of [
      [keys.minute(hook.workspaceId), 0],
      [keys.slots(hook.workspaceId), leaseMs],
    ] as const)
      expect((await redis.zScore(key, 'd'))! - aheadMs).toSatisfy(
        (atMs: number) => atMs >= beganMs && atMs <= endedMs,
      );
  });

  test('counts neither duplicates nor refused deliveries', async () => {
    const { timePasses, process, arrive } = await setUp();
    for (let n = 0; n < 60; n += 1) await process(`d${n}`);
    expect((await arrive('d3')).status).toBe('duplicate');
    for (let n = 0; n < 20; n += 1) expect((await arrive(`refused${n}`)).status).toBe('rate');
    await timePasses(60_000);
    for (let n = 0; n < 60; n += 1) expect((await process(`e${n}`)).status).toBe('claimed');
  });
});

describe('the eight slots', () => {
  test('are full with eight claims and free again when one is withdrawn', async () => {
    const { arrive, admissions, hook } = await setUp();
    for (let n = 0; n < 8; n += 1) expect((await arrive(`d${n}`)).status).toBe('claimed');
    expect((await arrive('ninth')).status).toBe('full');
    await admissions.withdraw(hook, 'd0');
    expect((await arrive('ninth')).status).toBe('claimed');
  });

  test('are shared by the automations of a workspace, and by no other workspace', async () => {
    const { arriveAt, admissions, automations, content, hook } = await setUp();
    const { id: automationId } = await automations.create(hook.workspaceId, content);
    const second = { ...hook, automationId };
    for (let n = 0; n < 5; n += 1) expect((await arriveAt(hook, `d${n}`)).status).toBe('claimed');
    for (let n = 5; n < 8; n += 1) expect((await arriveAt(second, `d${n}`)).status).toBe('claimed');
    expect((await arriveAt(hook, 'ninth')).status).toBe('full');
    expect((await arriveAt(second, 'ninth')).status).toBe('full');
    const elsewhere = await setUp();
    expect((await elsewhere.arrive('ninth')).status).toBe('claimed');
    await admissions.withdraw(hook, 'd0');
    expect((await arriveAt(second, 'ninth')).status).toBe('claimed');
  });

  test('outlive any lease once they are confirmed', async () => {
    const { arrive, admissions, hook, timePasses } = await setUp();
    for (let n = 0; n < 8; n += 1) {
      await arrive(`d${n}`);
      await admissions.confirm(hook, `d${n}`);
    }
    await timePasses(365 * 86_400_000);
    expect((await arrive('ninth')).status).toBe('full');
  });

  test('are not lost to a process that died between claim and start', async () => {
    const { arrive, timePasses } = await setUp();
    for (let n = 0; n < 8; n += 1) await arrive(`d${n}`);
    await timePasses(30_001);
    expect((await arrive('ninth')).status).toBe('claimed');
  });
});

describe('the eight slots, after a clock that stepped back', () => {
  test('are free of claims whose process died, and not of runs', async () => {
    const { arrive, admissions, hook, timePasses } = await setUp();
    for (let n = 0; n < 8; n += 1) await arrive(`d${n}`);
    for (let n = 0; n < 5; n += 1) await admissions.confirm(hook, `d${n}`);
    await timePasses(-3_600_000);
    for (let n = 0; n < 3; n += 1) expect((await arrive(`e${n}`)).status).toBe('claimed');
    expect((await arrive('ninth')).status).toBe('full');
  });

  test('are held by a claim that is being started, by a clock that was a little ahead', async () => {
    const { arrive, timePasses } = await setUp();
    for (let n = 0; n < 8; n += 1) await arrive(`d${n}`);
    await timePasses(-30_000);
    expect((await arrive('ninth')).status).toBe('full');
  });
});

describe('the claim on an event', () => {
  test('is contended while it is open, a duplicate once it is confirmed', async () => {
    const { arrive, admissions, hook } = await setUp();
    expect(await arrive('d')).toMatchObject({ status: 'claimed', by: 'first' });
    expect(await arrive('d')).toMatchObject({ status: 'claimed', by: 'contender' });
    expect(await admissions.confirm(hook, 'd')).toBe('confirmed');
    expect(await admissions.confirm(hook, 'd')).toBe('already');
    expect((await arrive('d')).status).toBe('duplicate');
  });

  test('keeps the body of the first', async () => {
    const { arrive, redis, hook } = await setUp();
    await arrive('d', 'first');
    await arrive('d', 'second');
    expect(await redis.get(keys.body(hook.workspaceId, 'd'))).toBe('first');
  });

  test('leaves nothing when it is withdrawn, and is then a first again', async () => {
    const { arrive, admissions, hook, redis } = await setUp();
    await arrive('d');
    await admissions.withdraw(hook, 'd');
    const keysLeft = await redis.keys(`{${hook.workspaceId}}:delivery:*`);
    expect(keysLeft).toEqual([]);
    expect(await redis.zCard(keys.slots(hook.workspaceId))).toBe(0);
    expect(await redis.zCard(keys.minute(hook.workspaceId))).toBe(0);
    expect(await arrive('d')).toMatchObject({ status: 'claimed', by: 'first' });
  });

  test('cannot be withdrawn any more once it is confirmed', async () => {
    const { arrive, admissions, hook } = await setUp();
    await arrive('d');
    await admissions.confirm(hook, 'd');
    await admissions.withdraw(hook, 'd');
    expect((await arrive('d')).status).toBe('duplicate');
  });

  test('has a lease until it is confirmed, and none afterwards', async () => {
    const { arrive, admissions, hook, redis } = await setUp();
    await arrive('d');
    expect(await redis.pTTL(keys.run(hook.workspaceId, 'd'))).toBeGreaterThan(0);
    expect(await redis.pTTL(keys.body(hook.workspaceId, 'd'))).toBeGreaterThan(0);
    await admissions.confirm(hook, 'd');
    expect(await redis.pTTL(keys.run(hook.workspaceId, 'd'))).toBe(-1);
    expect(await redis.pTTL(keys.body(hook.workspaceId, 'd'))).toBe(-1);
  });

  test('is missing for confirm when its lease ran out', async () => {
    const { admissions, hook } = await setUp();
    expect(await admissions.confirm(hook, 'never')).toBe('missing');
  });
});

test('a delivery takes the revision that stands at its acceptance', async () => {
  const { arrive, automations, hook, automation, redis } = await setUp();
  await arrive('before');
  await automations.revise(hook.workspaceId, automation.id, { instructions: 'Report.' });
  await arrive('after');
  const revisionOf = (id: string) => redis.hGet(keys.run(hook.workspaceId, id), 'revision');
  expect([await revisionOf('before'), await revisionOf('after')]).toEqual(['1', '2']);
  expect(await automations.revision(hook.workspaceId, automation.id, 1)).toMatchObject({
    instructions: 'Summarise.',
  });
});

describe('a delivery that came while no run was started', () => {
  test('is kept with its body up to a thousand of an automation, and no more', async () => {
    const { redis, admissions, hook } = await setUp();
    const kept = keys.keptDeliveries(hook.workspaceId, hook.automationId);
    await redis.hSet(kept, Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`d${n}`, '1'])));
    const skipping = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
    expect(await admissions.skip(hook, arrivalWith(), skipping)).toBe('kept');
    expect(await admissions.skip(hook, arrivalWith(), skipping)).toBe('not-kept');
    expect(await redis.hLen(kept)).toBe(1_000);
  });

  test('is kept as long as the bodies have room, whatever an earlier release wrote, and makes room when it is gone', async () => {
    const { redis, admissions, hook } = await setUp();
    const { workspaceId, automationId } = hook;
    const kept = keys.keptDeliveries(workspaceId, automationId);
    const sum = async () => await redis.get(keys.keptBytes(workspaceId, automationId));
    const skipping = { status: 'budget', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
    const skip = async (deliveryId: string) =>
      await admissions.skip(hook, arrivalWith({ deliveryId, body: Buffer.from('12345') }), skipping);
    const settle = async (id: string) =>
      await createSkippedDeliveries({ redis }).settleSkipped(hook, id, 'dlv_of_its_run');
    // Without a sum beside it.
    await redis.hSet(kept, 'dlv_old', String(limits.keptBytesMax - 9));
    expect(await skip('dlv_one')).toBe('kept');
    expect(await sum()).toBe(`2 ${limits.keptBytesMax - 4}`);
    expect(await skip('dlv_two')).toBe('full');
    await settle('dlv_one');
    expect(await sum()).toBe(`1 ${limits.keptBytesMax - 9}`);
    expect(await skip('dlv_two')).toBe('kept');
    // By a process that knows of no sum.
    await redis.hDel(kept, 'dlv_old');
    expect(await skip('dlv_three')).toBe('kept');
    expect(await sum()).toBe('2 10');
    const gone = { workspaceId, ownerId: automationId, runId: 'dlv_two' };
    expect(await removeRun(redis, gone)).toBe(true);
    await stripRun({ redis, now: Date.now }, { workspaceId, deliveryId: 'dlv_three' });
    expect(await redis.exists([kept, keys.keptBytes(workspaceId, automationId)])).toBe(0);
  });
});
