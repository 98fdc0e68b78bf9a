import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createLimitsInUse } from '#store/workspace/limits-in-use.ts';
import { keys } from '#store/records/index.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const at = Date.UTC(2026, 10, 22);

test('the deliveries of the last minute and the slots that are taken are in use', async () => {
  const { redis } = connection;
  const [workspaceId, other] = [newId('workspace'), newId('workspace')];
  const limitsInUse = createLimitsInUse({ redis, now: () => at });
  await redis.zAdd(keys.minute(workspaceId), [
    { value: 'now', score: at },
    { value: 'within', score: at - 59_999 },
    { value: 'over', score: at - 60_000 },
  ]);
  await redis.zAdd(keys.slots(workspaceId), [
    { value: 'confirmed', score: Infinity },
    { value: 'claimed', score: at + 1 },
    { value: 'given up', score: at },
  ]);
  const inUse = (used: number, taken: number) => [
    { name: 'deliveriesPerMinute', used, limit: 60 },
    { name: 'concurrentDeliveries', used: taken, limit: 8 },
  ];
  expect(await limitsInUse(workspaceId)).toEqual(inUse(2, 2));
  expect(await limitsInUse(other)).toEqual(inUse(0, 0));
});
