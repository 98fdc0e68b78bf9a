import { afterAll, beforeAll, expect, test } from 'vitest';

import type { TurnCost } from '../../contracts/turn.ts';
import { newId } from '../../domain/ids.ts';
import { monthOf } from '../../domain/month.ts';
import { noUsage } from '../../domain/no-usage.ts';
import { keys } from '../../store/records/index.ts';
import { createUsage } from '../../store/usage.ts';
import { beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const known: TurnCost = { state: 'known', amountMicros: 40, currency: 'USD', priceTable: 't' };
const unknown: TurnCost = { state: 'unknown', amountMicros: null, currency: 'USD', priceTable: null };
const usage = { ...noUsage, inputTokens: 7, outputTokens: 3 };
const filter = { text: 'x', matched: true, evidence: 'x' };

/** What the month shows after a run whose filter and whose one turn cost this. */
async function monthAfter(...costs: readonly [TurnCost, TurnCost]) {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const [ofFilter, ofTurn] = costs;
  await runs.saveFilter(run, filter, { usage, cost: ofFilter });
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
    access: [],
    timeZone: 'UTC',
  };
  await runs.saveTurn(run, 1, saved);
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  return await createUsage({ redis }).ofMonth(run.workspaceId, monthOf(new Date()));
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

test('what models cost beside runs counts in the month, also beside a counter that is damaged', async () => {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const { add, ofMonth } = createUsage({ redis });
  const cost = { automationRuns: 0, inputTokens: 7, outputTokens: 3, money: known };
  await add(workspaceId, '2026-01', cost);
  await redis.hSet(keys.usage(workspaceId, '2026-01'), 'outputTokens', 'many');
  await add(workspaceId, '2026-01', cost);
  expect(await ofMonth(workspaceId, '2026-01')).toMatchObject({
    automationRuns: 0,
    inputTokens: 14,
    damaged: ['outputTokens'],
    cost: { state: 'known', amountMicros: 80 },
  });
});
