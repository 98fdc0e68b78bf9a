import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { monthOf } from '#domain/month.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createUsage } from '#store/usage/usage.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

async function setUp() {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const { workspaceId, automationId, deliveryId } = run;
  const deliveries = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });
  const month = monthOf(new Date());
  return {
    redis,
    month,
    record: () => deliveries.find(workspaceId, deliveryId),
    activity: async () => (await deliveries.search(workspaceId, { automationId }, { limit: 10 })).items,
    usage: () => createUsage({ redis }).ofMonth(workspaceId, month),
    slotsTaken: () => redis.zCard(keys.slots(workspaceId)),
    field: (name: string, value: string) => redis.hSet(keys.run(workspaceId, deliveryId), name, value),
    spend: (name: string, usage: object, amountMicros: number | null = 5) =>
      redis.hSet(
        keys.turns(workspaceId, deliveryId),
        name,
        JSON.stringify({
          usage: {
            inputTokens: 3,
            outputTokens: 2,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            isReported: true,
            ...usage,
          },
          cost: { state: 'known', amountMicros, currency: 'USD', priceTable: 't' },
        }),
      ),
    end: async () => (await runs.finish(run, { outcome: 'succeeded', reason: null })).isFirst,
    run,
  };
}

const unknown = { state: 'unknown', amountMicros: null, currency: 'USD' };

describe('the end of a run', () => {
  test.each([
    ['too many tokens', { inputTokens: 1e300 }, 5],
    ['a part of a token', { inputTokens: 10.5 }, 5],
    ['a negative number of tokens', { outputTokens: -1_000_000_000 }, 5],
    ['a price that is no whole number', {}, 0.5],
    ['a negative price', {}, -5],
  ])(
    'comes although a call used %s; that call is unknown, the others count',
    async (_, used, amountMicros) => {
      const { spend, end, record, usage, slotsTaken } = await setUp();
      await spend('attempt:odd', used, amountMicros);
      await spend('attempt:even', {});
      expect(await end()).toBe(true);
      expect(await slotsTaken()).toBe(0);
      const cost = { inputTokens: 3, outputTokens: 2 };
      expect(await record()).toMatchObject({
        outcome: 'succeeded',
        cost: { automationRuns: 1, ...cost, money: { ...unknown, atLeastMicros: 5 } },
      });
      expect(await usage()).toMatchObject({ automationRuns: 1, ...cost, cost: unknown });
    },
  );

  test('comes although the sum of its calls is too large to be counted', async () => {
    const { spend, end, record, slotsTaken } = await setUp();
    await spend('attempt:a', { inputTokens: Number.MAX_SAFE_INTEGER });
    await spend('attempt:b', { inputTokens: Number.MAX_SAFE_INTEGER });
    expect(await end()).toBe(true);
    expect(await slotsTaken()).toBe(0);
    expect(await record()).toMatchObject({
      outcome: 'succeeded',
      cost: { automationRuns: 1, money: unknown },
    });
  });

  test('comes although its time of arrival cannot be read', async () => {
    const { field, end, record, usage, slotsTaken, activity } = await setUp();
    await field('receivedAt', 'yesterday');
    expect(await end()).toBe(true);
    expect(await slotsTaken()).toBe(0);
    expect(await usage()).toMatchObject({ automationRuns: 1 });
    expect(await record()).toMatchObject({
      outcome: 'succeeded',
      reason: expect.stringContaining('receivedAt'),
    });
    expect(await activity()).toHaveLength(1);
  });

  test('comes although a counter of the month is damaged, and the others count', async () => {
    const { redis, run, month, spend, end, record, slotsTaken } = await setUp();
    const usage = keys.usage(run.workspaceId, month);
    await redis.hSet(usage, 'inputTokens', '10.5');
    await spend('attempt:a', {});
    expect(await end()).toBe(true);
    expect(await slotsTaken()).toBe(0);
    expect(await record()).toMatchObject({ outcome: 'succeeded' });
    expect(await redis.hGetAll(usage)).toMatchObject({
      automationRuns: '1',
      inputTokens: '10.5',
      outputTokens: '2',
      micros: '5',
    });
  });
});

describe('a delivery whose record is damaged', () => {
  test.each([
    ['cost', '{"automationRuns":1,"inputTokens":10.5,"outputTokens":3.25}', { cost: { money: unknown } }],
    ['outcome', 'done', { outcome: 'unknown_effect' }],
    ['receivedAt', '9e15', { receivedAt: '1970-01-01T00:00:00.000Z' }],
    ['finishedAt', 'soon', { durationMs: null }],
  ])('is shown with the others, and says that its %s cannot be read', async (name, value, shown) => {
    const { field, end, record, activity } = await setUp();
    await end();
    await field(name, value);
    const reason = `This record is damaged: ${name} cannot be read.`;
    expect(await activity()).toMatchObject([{ reason, title: 'Orders', ...shown }]);
    expect(await record()).toMatchObject({ reason, arrived: { text: '{"id":1}' } });
  });

  test('keeps the reason that it had', async () => {
    const { field, end, record } = await setUp();
    await end();
    await field('reason', 'The target refused.');
    await field('headers', 'no JSON');
    expect(await record()).toMatchObject({
      reason: 'This record is damaged: headers cannot be read. The target refused.',
      arrived: { headers: {} },
    });
  });

  test('is shown without the step that cannot be read', async () => {
    const { redis, run, record } = await setUp();
    const step = {
      kind: 'model',
      startedAt: new Date().toISOString(),
      durationMs: 1,
      model: 'm',
      inputTokens: 1,
      outputTokens: 1,
      summary: 'Answered',
    };
    await redis.hSet(keys.steps(run.workspaceId, run.deliveryId), {
      '001': JSON.stringify({ ...step, inputTokens: 1.5 }),
      '002': JSON.stringify(step),
    });
    expect(await record()).toMatchObject({
      reason: 'This record is damaged: step 001 cannot be read.',
      steps: [step],
    });
  });
});
