import { afterAll, beforeAll, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { beginRun, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const response = { kind: 'response', status: 201, headers: {}, body: '', truncated: false } as const;
const failed = { outcome: 'failed', reason: 'It was stopped.' } as const;

async function setUp() {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  await planRequest(runs, run, 'POST');
  const answer = async () => await redis.hGet(keys.run(run.workspaceId, run.deliveryId), 'answer');
  return { run, runs, answer };
}

test('a run that ends without a word lists what became of its requests', async () => {
  const { run, runs, answer } = await setUp();
  await runs.saveCall(run, 'c1', { state: 'done', result: response });
  await runs.finish(run, failed);
  expect(await answer()).toBe(
    'The agent did not say what it did. Its requests:\n- POST api.example.com/orders answered 201.',
  );
});

test('it says of a request that was cut off that it may have arrived', async () => {
  const { run, runs, answer } = await setUp();
  await runs.saveCall(run, 'c1', { state: 'sending' });
  const { ending } = await runs.finish(run, failed);
  expect(ending.outcome).toBe('unknown_effect');
  expect(await answer()).toContain('POST api.example.com/orders may or may not have arrived.');
});

test('it keeps the words of the agent, and says nothing where nothing was sent', async () => {
  const spoken = await setUp();
  await spoken.runs.saveCall(spoken.run, 'c1', { state: 'done', result: response });
  await connection.redis.hSet(keys.run(spoken.run.workspaceId, spoken.run.deliveryId), 'answer', 'Done.');
  await spoken.runs.finish(spoken.run, failed);
  expect(await spoken.answer()).toBe('Done.');
  const silent = await setUp();
  await silent.runs.finish(silent.run, failed);
  expect(await silent.answer()).toBeOneOf(['', null]);
});
