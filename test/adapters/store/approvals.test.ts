import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApprovals } from '#store/approval/approvals.ts';
import { removeOldApprovals } from '#store/approval/remove-old.ts';
import { keys } from '#store/records/index.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const asked = (id: string, hours = 1) => ({
  id,
  hours,
  agentId: 'agt_1',
  turn: 1,
  request: 1,
  policyId: 'pol_1',
  workflowId: 'w',
  call: { callId: 'c1', name: 'http_request', method: 'POST', url: 'https://api.example.com/' } as const,
});

async function setUp() {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis, {});
  const { workspaceId, deliveryId } = run;
  const approvals = createApprovals({ redis });
  const field = async (name: string) => await redis.hGet(keys.run(workspaceId, deliveryId), name);
  return { redis, run, runs, workspaceId, deliveryId, approvals, field };
}

describe('A run that asks for an approval', () => {
  test('waits without its slot, counts to no limit of its automation, and takes a slot again', async () => {
    const { redis, run, runs, workspaceId, deliveryId, approvals, field } = await setUp();
    expect(await redis.zScore(keys.slots(workspaceId), deliveryId)).toBe(Infinity);
    expect(await approvals.ask(run, [asked('apr_1')])).toMatchObject({ state: 'open' });
    expect(await field('outcome')).toBe('waiting');
    expect(await redis.zScore(keys.slots(workspaceId), deliveryId)).toBeNull();
    expect(await redis.sCard(keys.waitingOfAutomation(workspaceId, run.automationId))).toBe(0);
    const waiting = keys.activityWith(workspaceId, run.automationId, 'waiting');
    expect(await redis.zRange(waiting, 0, -1)).toEqual([deliveryId]);
    await approvals.decide(workspaceId, 'apr_1', { state: 'approved', by: 'Ada' });
    expect(await runs.takeSlotAgain(run)).toMatchObject({ waitMs: 0 });
    expect([await field('outcome'), await redis.zCard(waiting)]).toEqual(['running', 0]);
  });

  test('that ends makes the open ones void, and the decided ones stay', async () => {
    const { run, runs, workspaceId, approvals } = await setUp();
    await approvals.ask(run, [asked('apr_1'), asked('apr_2')]);
    await approvals.decide(workspaceId, 'apr_1', { state: 'approved', by: 'Ada' });
    await runs.finish(run, { outcome: 'failed', reason: 'It was stopped.' });
    const state = async (id: string) => (await approvals.find(workspaceId, id))?.state;
    expect([await state('apr_1'), await state('apr_2')]).toEqual(['approved', 'void']);
    expect(await approvals.ask(run, [asked('apr_3')])).toMatchObject({ state: 'over' });
  });

  test('for the second time finds the one that is there', async () => {
    const { run, workspaceId, approvals } = await setUp();
    await approvals.ask(run, [asked('apr_1')]);
    await approvals.decide(workspaceId, 'apr_1', { state: 'refused', by: 'Ada', reason: 'No.' });
    expect(await approvals.ask(run, [asked('apr_1')])).toMatchObject({ state: 'refused' });
    expect(await approvals.openCount(workspaceId)).toBe(0);
  });
});

describe('A decision about an approval', () => {
  test('counts once, however many come at once', async () => {
    const { run, workspaceId, approvals } = await setUp();
    await approvals.ask(run, [asked('apr_1')]);
    const decisions = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        approvals.decide(workspaceId, 'apr_1', {
          state: index % 2 === 0 ? 'approved' : 'refused',
          by: String(index),
        }),
      ),
    );
    const counting = decisions.flatMap(({ isDecided, state }, index) =>
      isDecided ? [[state, String(index)]] : [],
    );
    const { state, decidedBy } = (await approvals.find(workspaceId, 'apr_1'))!;
    expect(counting).toEqual([[state, decidedBy]]);
  });

  test('is too late once its time is over', async () => {
    const { run, redis, workspaceId, approvals } = await setUp();
    await approvals.ask(run, [asked('apr_1')]);
    await redis.hSet(keys.approval(workspaceId, 'apr_1'), 'expiresAt', String(Date.now() - 1));
    const decided = await approvals.decide(workspaceId, 'apr_1', { state: 'approved', by: 'Ada' });
    expect(decided).toMatchObject({ state: 'expired', isDecided: false });
    expect(await approvals.look(workspaceId, 'apr_1')).toMatchObject({ state: 'expired' });
  });
});

test('A workspace with 1,000 open approvals gets no further one, and loses none', async () => {
  const { run, workspaceId, approvals } = await setUp();
  const many = Array.from({ length: 1_000 }, (_, index) => asked(`apr_${index}`));
  expect(await approvals.ask({ kind: 'owner', workspaceId }, many)).toMatchObject({ state: 'open' });
  expect(await approvals.ask(run, [asked('apr_more')])).toEqual({ state: 'full', leftMs: 0 });
  expect(await approvals.openCount(workspaceId)).toBe(1_000);
});

test('Old approvals are removed from every list, but none that is open', async () => {
  const { redis, workspaceId, approvals } = await setUp();
  await approvals.ask({ kind: 'owner', workspaceId }, [asked('apr_1'), asked('apr_2')]);
  await approvals.decide(workspaceId, 'apr_1', { state: 'refused', by: 'Ada' });
  expect(await removeOldApprovals(redis, { workspaceId, before: Date.now() + 1_000 })).toBe(1);
  const { items } = await approvals.list(workspaceId, { limit: 10 });
  expect(items.map(({ id }) => id)).toEqual(['apr_2']);
  expect((await approvals.list(workspaceId, { state: 'refused', limit: 10 })).items).toEqual([]);
});
