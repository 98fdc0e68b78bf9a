import { afterAll, beforeAll, expect, test } from 'vitest';

import { noUsage } from '#domain/no-usage.ts';
import { keys } from '#store/records/index.ts';
import { acceptRun, beginRun, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const filter = { text: 'x', matched: true, evidence: 'It is x.' };
const cost = { state: 'none', amountMicros: null, currency: 'USD', priceTable: null } as const;
const none = { usage: noUsage, cost, model: 'offline/rules-1' };

test('the writes of a step are read in it at once, and stored when it is persisted', async () => {
  const { runs, run } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await unit.saveFilter(run, filter, none);
  await planRequest(unit, run, 'POST');
  expect(await unit.turns(run)).toHaveLength(1);
  expect(await unit.spent(run)).toHaveLength(2);
  expect(await runs.turns(run)).toEqual([]);
  expect(await unit.persist(run)).toBe('written');
  expect(await runs.turns(run)).toEqual(await unit.turns(run));
  expect(await runs.spent(run)).toHaveLength(2);
});

test('a write after the end of a step is stored at once', async () => {
  const { runs, run } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await unit.persist(run);
  await planRequest(unit, run, 'POST');
  expect(await runs.turns(run)).toHaveLength(1);
});

test('a claim that is confirmed during a step is read as it is then', async () => {
  const { admissions, runs, run } = await acceptRun(connection.redis);
  const unit = runs.unitOf(run);
  expect(await unit.isConfirmed(run)).toBe(false);
  await admissions.confirm(run, run.deliveryId);
  expect(await unit.isConfirmed(run)).toBe(true);
});

test('a step takes what it left of its own run only', async () => {
  const { runs, run } = await beginRun(connection.redis);
  const { run: other } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await planRequest(unit, run, 'POST');
  expect(await unit.turns(other)).toEqual([]);
});

test('the end of a run takes along what the step has left', async () => {
  const { runs, run, deliveries } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await unit.saveFilter(run, filter, none);
  expect(await unit.finish(run, { outcome: 'succeeded', reason: null })).toMatchObject({ isFirst: true });
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toMatchObject({
    outcome: 'succeeded',
    filter: { matched: true },
  });
});

test('a request that another attempt has marked as leaving does not leave, and nothing is written', async () => {
  const { runs, run } = await beginRun(connection.redis);
  await planRequest(runs, run, 'POST');
  const open = await runs.unitOf(run).openCall(run, 'c1');
  const other = await runs.unitOf(run).openCall(run, 'c1');
  expect(await other.markSending({})).toBe('written');
  const key = keys.calls(run.workspaceId, run.deliveryId);
  const marked = await connection.redis.hGet(key, 'c1');
  expect(await open.markSending({})).toBe('taken');
  expect(await connection.redis.hGet(key, 'c1')).toBe(marked);
});

test('a request that leaves takes along what the step has left', async () => {
  const { runs, run } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await planRequest(unit, run, 'POST');
  const open = await unit.openCall(run, 'c1');
  expect(await open.markSending({})).toBe('written');
  expect(await runs.turns(run)).toHaveLength(1);
  expect((await runs.openCall(run, 'c1')).found).toMatchObject({ state: 'sending' });
});

test('a request that is refused to leave leaves what is held back, and no mark', async () => {
  const { runs, run } = await beginRun(connection.redis);
  const unit = runs.unitOf(run);
  await planRequest(unit, run, 'POST');
  const open = await unit.openCall(run, 'c1');
  const other = await runs.openCall(run, 'c1');
  expect(await other.markSending({})).toBe('written');
  const key = keys.calls(run.workspaceId, run.deliveryId);
  const marked = await connection.redis.hGet(key, 'c1');
  expect(await open.markSending({})).toBe('taken');
  expect(await runs.turns(run)).toEqual([]);
  expect(await unit.persist(run)).toBe('written');
  expect(await runs.turns(run)).toHaveLength(1);
  expect(await connection.redis.hGet(key, 'c1')).toBe(marked);
});
