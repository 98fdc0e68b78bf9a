import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { Budget } from '#contracts/budget.ts';
import { newId } from '#domain/ids.ts';
import { localDay } from '#domain/local-day.ts';
import { createPurses } from '#store/automation/purses.ts';
import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

const zone = 'Pacific/Kiritimati';

/** An automation of its own workspace, with these budgets; each `call` is of another run. */
async function setUp(budget: Budget, whole: Budget = null) {
  const [workspaceId, automationId] = [newId('workspace'), newId('automation')];
  const stored = (given: Budget) => (given === null ? '' : JSON.stringify(given));
  await redis.hSet(keys.automation(workspaceId, automationId), { id: automationId, budget: stored(budget) });
  await redis.hSet(keys.workspace(workspaceId), { id: workspaceId, timeZone: zone, budget: stored(whole) });
  const purseOf = createPurses({ redis });
  const at = (runId: string | null, place = '1', ownerId = automationId) =>
    purseOf({ workspaceId, ownerId, runId, place });
  const most = (tokens: number, amountMicros: number | null = 0) => ({
    inputTokens: tokens,
    outputTokens: 0,
    amountMicros,
  });
  const take = async (tokens: number, amountMicros: number | null = 0, runId = newId('delivery')) =>
    await at(runId).take(most(tokens, amountMicros), 'openai/m');
  const day = localDay(new Date(), zone);
  const used = async (span = day) => ({
    ...(await redis.hGetAll(keys.budgetUse(workspaceId, automationId, span))),
  });
  const usedByWorkspace = async () => ({
    ...(await redis.hGetAll(keys.workspaceBudgetUse(workspaceId, day.slice(0, 7)))),
  });
  const reservations = keys.reservations(workspaceId);
  /** As time does. */
  async function endLeases() {
    for (const [field, text] of Object.entries(await redis.hGetAll(reservations)))
      await redis.hSet(reservations, field, JSON.stringify({ ...JSON.parse(text), endsAt: Date.now() - 1 }));
  }
  return { at, most, take, used, usedByWorkspace, month: day.slice(0, 7), reservations, endLeases };
}

const held = { failure: { kind: 'budget', left: null } };
const over = (reason: string) => ({
  failure: { kind: 'budget', left: expect.anything(), reason: expect.stringContaining(reason) },
});
const outcomesOf = async (takes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(takes)).map(({ status }) => status);

test.each<[string, Budget, Budget]>([
  ['a day', { amountMicros: 1_000 }, null],
  ['a month', { perMonth: { amountMicros: 1_000 } }, null],
  ['a month of the workspace', null, { perMonth: { amountMicros: 1_000 } }],
  ['a day, in tokens', { tokens: 1_000 }, null],
])('64 calls at once take no more than the budget of %s', async (_, budget, whole) => {
  const { take, used, usedByWorkspace, reservations } = await setUp(budget, whole);
  const asked = Array.from({ length: 64 }, () => take(90, 90));
  const outcomes = await outcomesOf(asked);
  expect(outcomes.filter((one) => one === 'fulfilled')).toHaveLength(11);
  const taken = (await Promise.allSettled(asked)).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value] : [],
  );
  await Promise.all(taken.map((pay) => pay({ tokens: 90, amountMicros: 90 })));
  expect(await used()).toEqual({ tokens: '990', micros: '990' });
  expect(await usedByWorkspace()).toEqual({ tokens: '990', micros: '990' });
  expect(await redis.exists(reservations)).toBe(0);
  await expect(take(11, 11)).rejects.toMatchObject(over('what is left of '));
  expect(await outcomesOf([take(10, 10)])).toEqual(['fulfilled']);
});

test('a call gives back what it did not use, and is paid once', async () => {
  const { take, used, month } = await setUp({ amountMicros: 1_000 });
  const pay = await take(10, 900);
  await expect(take(10, 900)).rejects.toMatchObject(held);
  await pay({ tokens: 5, amountMicros: 100 });
  await pay({ tokens: 5, amountMicros: 100 });
  expect(await used()).toEqual({ tokens: '5', micros: '100' });
  expect(await used(month)).toEqual({ tokens: '5', micros: '100' });
  expect(await outcomesOf([take(10, 900)])).toEqual(['fulfilled']);
});

test('a worker that dies gives its reservation back with its lease; a call that lasted longer is paid all the same', async () => {
  const { take, used, endLeases } = await setUp({ amountMicros: 1_000 });
  const pay = await take(10, 900);
  await expect(take(10, 900)).rejects.toMatchObject(held);
  await endLeases();
  await (
    await take(10, 900)
  )({ tokens: 1, amountMicros: 1 });
  await pay({ tokens: 10, amountMicros: 800 });
  expect(await used()).toEqual({ tokens: '11', micros: '801' });
});

test('an attempt after a death takes the place of the former one, which is paid if it comes back', async () => {
  const { take, used } = await setUp({ amountMicros: 1_000 });
  const run = newId('delivery');
  const former = await take(10, 900, run);
  const later = await take(10, 900, run);
  await expect(take(10, 101)).rejects.toMatchObject(held);
  await later({ tokens: 1, amountMicros: 10 });
  await former({ tokens: 1, amountMicros: 20 });
  expect(await used()).toEqual({ tokens: '2', micros: '30' });
});

test('calls of one attempt add up', async () => {
  const { at, most } = await setUp({ amountMicros: 1_000 });
  const { take } = at(null, 'proposal-1');
  await take(most(1, 600), 'openai/m');
  await expect(take(most(1, 600), 'openai/m')).rejects.toMatchObject(held);
});

test('a price that is not known is refused where a budget is in money, and only there', async () => {
  const money = await setUp({ perMonth: { amountMicros: 1_000 } });
  await expect(money.take(1, null)).rejects.toMatchObject(over('the price of openai/m is not known'));
  const tokens = await setUp({ tokens: 1_000 });
  expect(await outcomesOf([tokens.take(1_000, null)])).toEqual(['fulfilled']);
});

test('a refusal names the budget, its limit and what is left', async () => {
  const { take } = await setUp({ tokens: 5_000, perMonth: { amountMicros: 2_500_000 } });
  await (
    await take(1_000, 2_000_000)
  )({ tokens: 1_000, amountMicros: 2_000_000 });
  await expect(take(10, 500_001)).rejects.toMatchObject({
    failure: {
      reason:
        'The run was stopped: its next model call could have needed more than what is left of $2.50, the budget of the automation for the month.',
      left: { tokens: 4_000, amountMicros: 500_000 },
    },
  });
});

test('a chat takes of the budget of its workspace, and of no automation', async () => {
  const { at, most, take, used, usedByWorkspace } = await setUp(
    { tokens: 10 },
    { perMonth: { tokens: 1_000 } },
  );
  const chat = at(newId('delivery'), '1', newId('conversation'));
  await (
    await chat.take(most(995), 'openai/m')
  )({ tokens: 995, amountMicros: 0 });
  expect([await used(), await usedByWorkspace()]).toEqual([{}, { tokens: '995', micros: '0' }]);
  await expect(take(6)).rejects.toMatchObject(over('the budget of the workspace for the month'));
});

test('nothing is written where no budget holds', async () => {
  const { take, usedByWorkspace, reservations } = await setUp(null);
  await (
    await take(1, null)
  )({ tokens: 1, amountMicros: 0 });
  expect([await usedByWorkspace(), await redis.exists(reservations)]).toEqual([{}, 0]);
});
