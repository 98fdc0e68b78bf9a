import { expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { commandsDuring } from '#test/support/commands-during.ts';
import { addIdleWorkspaces } from '#test/support/idle-workspaces.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { redisOfFile } from '#test/support/redis-of-file.ts';
import { beginRun } from '#test/support/run.ts';
import { createSweep } from '#test/support/sweep.ts';

const ownRedis = redisOfFile('reveille-sweep-');

const dayMs = 86_400_000;

test('a sweep costs by what is due, not by how many workspaces there are or how much they store', async () => {
  const redis = ownRedis();
  const sweepAt = createSweep({ redis, blobs: noBlobs, key: Buffer.alloc(32, 7) });
  const workspaces = createWorkspaces({ redis });
  const { id: busy } = await workspaces.create({ name: 'Busy' });
  const { run, runs } = await beginRun(redis, { workspaceId: busy });
  const startMs = Date.now() + 1_000;
  await sweepAt(startMs)();
  // From then on nothing is noted any more: one run that is under way is all there is.
  const laterMs = startMs + 11 * 60_000;
  await sweepAt(laterMs)();
  // Slots are checked once a second at most: here by each sweep, however long the others took.
  const countedSweep = async (work: () => Promise<unknown>) => {
    await redis.del(keys.slotsCheck(busy));
    return await commandsDuring(redis, work);
  };
  const alone = await countedSweep(sweepAt(laterMs));

  await addIdleWorkspaces(redis, 1_000, laterMs);
  const beside = await countedSweep(async () => {
    expect(await sweepAt(laterMs)()).toMatchObject({ workspacesLookedAt: 1 });
  });
  expect(beside).toEqual(alone);

  // Ten thousand stored deliveries that are not old enough for anything change nothing.
  const stored = Array.from({ length: 10_000 }, (_, number) => ({
    score: startMs - number,
    value: `dlv_${number}`,
  }));
  await redis.zAdd(keys.activity(busy, run.automationId), stored);
  await redis.zAdd(keys.archiveDue(busy), stored);
  expect(await countedSweep(sweepAt(laterMs))).toEqual(alone);

  await runs.finish(run, { outcome: 'succeeded', reason: null });
  await redis.zRem(
    keys.archiveDue(busy),
    stored.map(({ value }) => value),
  );
  await redis.zRem(
    keys.activity(busy, run.automationId),
    stored.map(({ value }) => value),
  );
  expect(await sweepAt(startMs + 401 * dayMs)()).toMatchObject({ recordsExpired: 1, failures: [] });
  expect(await redis.exists(keys.run(busy, run.deliveryId))).toBe(0);
});
