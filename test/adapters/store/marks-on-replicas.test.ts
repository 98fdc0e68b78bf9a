import { expect, test } from 'vitest';

import { createReplication } from '#store/connection/replication.ts';
import { createRuns } from '#store/run/runs.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

/** A run that is about to send, on a Redis without a replica that demands so many. */
async function callWith(replicasMin: number) {
  const [connection, waiting] = [await testRedis(), await testRedis()];
  const { redis } = connection;
  const { run } = await beginRun(redis);
  const runs = createRuns({ redis, replication: createReplication({ redis: waiting.redis, replicasMin }) });
  const found = async () => (await runs.calls(run)).get('c1');
  return {
    call: await runs.openCall(run, 'c1'),
    found,
    [Symbol.asyncDispose]: async () => {
      await waiting[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}

test('a request does not leave while replicas lack its mark, and may be tried again', async () => {
  await using set = await callWith(1);
  await expect(set.call.markSending({})).rejects.toThrow('Only 0 of 1 replicas');
  expect(await set.call.settle({ state: 'not-sent' })).toBe('written');
  expect(await set.found()).toMatchObject({ state: 'not-sent' });
});

test('a request leaves where no replica is demanded', async () => {
  await using set = await callWith(0);
  expect(await set.call.markSending({})).toBe('written');
  expect(await set.found()).toMatchObject({ state: 'sending' });
});
