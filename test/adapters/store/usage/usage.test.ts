import { afterAll, beforeAll, expect, test } from 'vitest';

import type { TurnCost } from '#contracts/turn.ts';
import { newId } from '#domain/ids.ts';
import { monthOf } from '#domain/month.ts';
import { noUsage } from '#domain/no-usage.ts';
import { keys } from '#store/records/index.ts';
import { createUsage } from '#store/usage/usage.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const known: TurnCost = { state: 'known', amountMicros: 40, currency: 'USD', priceTable: 't' };
const unknown: TurnCost = { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null };
const usage = { ...noUsage, inputTokens: 7, outputTokens: 3 };
const filter = { text: 'x', matched: true, evidence: 'x' };

/** A run whose filter and whose one turn cost this, and that is over. */
async function endedRun(...costs: readonly [TurnCost, TurnCost]) {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const [ofFilter, ofTurn] = costs;
  await runs.saveFilter(run, filter, { usage, cost: ofFilter, model: 'openai/small' });
  const output = {
    messages: [],
    calls: [],
    isDone: true,
    answer: 'Done.',
    needsModel: null,
    failure: null,
    usage,
    cost: ofTurn,
    model: 'openai/m',
    finishReason: 'stop',
    summary: 'Answered',
  };
  const step = {
    kind: 'model',
    startedAt: new Date().toISOString(),
    durationMs: 1,
    model: 'openai/m',
  } as const;
  const saved = {
    output,
    step: { ...step, inputTokens: 7, outputTokens: 3, summary: 'Answered' },
    told: { access: [], timeZone: 'UTC' },
  };
  await runs.saveTurn(run, 1, saved);
  const finish = () => runs.finish(run, { outcome: 'succeeded', reason: null });
  await finish();
  return { ...run, finish, usage: createUsage({ redis }), month: monthOf(new Date()) };
}

/** The usage of the month after such a run. */
async function monthAfter(...costs: readonly [TurnCost, TurnCost]) {
  const { usage: stored, workspaceId, month } = await endedRun(...costs);
  return await stored.ofMonth(workspaceId, month);
}

test('a month is worth the sum of its runs', async () => {
  expect(await monthAfter(known, known)).toMatchObject({
    automationRuns: 1,
    inputTokens: 14,
    outputTokens: 6,
    cost: { state: 'known', amountMicros: 80, currency: 'USD' },
  });
});

test('a month with an unknown part is unknown, and at least what is known', async () => {
  expect((await monthAfter(known, unknown)).cost).toEqual({
    state: 'unknown',
    amountMicros: null,
    currency: 'USD',
    atLeastMicros: 40,
  });
});

test('a month of which nothing is known shows no amount at all', async () => {
  expect((await monthAfter(unknown, unknown)).cost).toEqual({
    state: 'unknown',
    amountMicros: null,
    currency: 'USD',
  });
});

test('a month without a run cost nothing', async () => {
  const { cost } = await createUsage({ redis: connection.redis }).ofMonth(newId('workspace'), '2026-01');
  expect(cost).toEqual({ state: 'none', amountMicros: null, currency: 'USD' });
});

test('the cost of models beside runs counts in the month, also beside a damaged counter', async () => {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const asked = { automationId: newId('automation'), model: 'openai/m' };
  const { add, ofMonth } = createUsage({ redis });
  const cost = { automationRuns: 0, inputTokens: 7, outputTokens: 3, money: known };
  await add(workspaceId, '2026-01', cost, asked);
  await redis.hSet(keys.usage(workspaceId, '2026-01'), 'outputTokens', 'many');
  await add(workspaceId, '2026-01', cost, asked);
  expect(await ofMonth(workspaceId, '2026-01')).toMatchObject({
    automationRuns: 0,
    inputTokens: 14,
    damaged: ['outputTokens'],
    cost: { state: 'known', amountMicros: 80 },
  });
});

test('a run counts once for its automation and for each model that it asked', async () => {
  const { usage: stored, workspaceId, automationId, month, finish } = await endedRun(known, unknown);
  expect(await finish()).toMatchObject({ isFirst: false });
  const oneOf = (money: object) => ({ automationRuns: 1, inputTokens: 7, outputTokens: 3, cost: money });
  const { automations, models } = await stored.sharesOfMonth(workspaceId, month);
  expect(automations).toEqual([
    {
      id: automationId,
      name: 'Orders',
      automationRuns: 1,
      inputTokens: 14,
      outputTokens: 6,
      cost: { state: 'unknown', amountMicros: null, currency: 'USD', atLeastMicros: 40 },
    },
  ]);
  expect(models).toEqual([
    { model: 'openai/small', ...oneOf({ state: 'known', amountMicros: 40, currency: 'USD' }) },
    { model: 'openai/m', ...oneOf({ state: 'unknown', amountMicros: null, currency: 'USD' }) },
  ]);
});

test('a trial counts for its automation, and what was counted before shares were is a rest of unknown price', async () => {
  const { redis } = connection;
  const [workspaceId, automationId] = [newId('workspace'), newId('automation')];
  const { add, sharesOfMonth } = createUsage({ redis });
  const cost = { automationRuns: 0, inputTokens: 7, outputTokens: 3, money: known };
  await redis.hSet(keys.usage(workspaceId, '2026-01'), {
    automationRuns: 2,
    inputTokens: 10,
    'money:known': 1,
    micros: 5,
  });
  await add(workspaceId, '2026-01', cost, { automationId, model: 'a:b/c' });
  const rest = {
    automationRuns: 2,
    inputTokens: 10,
    outputTokens: 0,
    cost: { state: 'unknown', amountMicros: null, currency: 'USD', atLeastMicros: 5 },
  };
  const own = {
    automationRuns: 0,
    inputTokens: 7,
    outputTokens: 3,
    cost: { state: 'known', amountMicros: 40 },
  };
  const { automations, models } = await sharesOfMonth(workspaceId, '2026-01');
  expect(automations).toMatchObject([
    { id: automationId, name: null, ...own },
    { id: null, ...rest },
  ]);
  expect(models).toMatchObject([
    { model: 'a:b/c', ...own },
    { model: null, ...rest },
  ]);
});

test('a damaged counter of a share counts nothing, and keeps no run from its end', async () => {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const month = monthOf(new Date());
  const key = keys.usageByAutomation(run.workspaceId, month);
  await redis.hSet(key, `${run.automationId}:automationRuns`, 'many');
  expect(await runs.finish(run, { outcome: 'succeeded', reason: null })).toMatchObject({ isFirst: true });
  const { automations } = await createUsage({ redis }).sharesOfMonth(run.workspaceId, month);
  expect(automations).toMatchObject([{ id: null, automationRuns: 1, cost: { state: 'none' } }]);
});
