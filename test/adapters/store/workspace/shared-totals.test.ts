import { expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { createSharedTotals } from '#store/workspace/shared-totals.ts';
import { redisOfFile } from '#test/support/redis-of-file.ts';

const ownRedis = redisOfFile('reveille-shared-totals-');

const totalsOf = (running: number) => ({
  workspaces: 2,
  running,
  waiting: 0,
  full: 0,
  oldestReceivedAtMs: null,
  archiveLagMs: 0,
});

test('one process reads the totals for all, until its turn is over or what it read is damaged', async () => {
  const redis = ownRedis();
  let readings = 0;
  const processes = Array.from({ length: 3 }, () =>
    createSharedTotals(redis, () => Promise.resolve(totalsOf((readings += 1)))),
  );
  const readBy = async (one: number) => (await processes[one]!()).running;
  expect(await readBy(0)).toBe(1);
  expect([await readBy(1), await readBy(2), await readBy(0)]).toEqual([1, 1, 1]);
  await redis.del(keys.totalsTurn());
  expect([await readBy(1), await readBy(2)]).toEqual([2, 2]);
  await redis.set(keys.totals(), '{"workspaces":');
  expect([await readBy(2), await readBy(1)]).toEqual([3, 3]);
});

test("a process whose turn it is not reads for itself while nothing is known, and a failed reading is nobody else's", async () => {
  const redis = ownRedis();
  await redis.del([keys.totals(), keys.totalsTurn()]);
  const failing = createSharedTotals(redis, () => Promise.reject(new Error('no answer')));
  await expect(failing()).rejects.toThrow('no answer');
  expect(await createSharedTotals(redis, () => Promise.resolve(totalsOf(7)))()).toEqual(totalsOf(7));
});
