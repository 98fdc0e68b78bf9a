import { expect, test } from 'vitest';

import { limits } from '#domain/limits.ts';
import { keys } from '#store/records/index.ts';
import { createTotals } from '#store/workspace/totals.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { commandsDuring } from '#test/support/commands-during.ts';
import { addIdleWorkspaces } from '#test/support/idle-workspaces.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { redisOfFile } from '#test/support/redis-of-file.ts';
import { beginRun } from '#test/support/run.ts';
import { createSweep } from '#test/support/sweep.ts';

const ownRedis = redisOfFile('reveille-totals-');

const hourMs = 3_600_000;

test('work in progress takes as many commands with one workspace as with a thousand idle ones beside it', async () => {
  const redis = ownRedis();
  const sweepAt = createSweep({ redis, blobs: noBlobs, key: Buffer.alloc(32, 7) });
  const totalsAt = (nowMs: number) => createTotals({ redis, archiveAfterHours: 48, now: () => nowMs });
  const { id: busy } = await createWorkspaces({ redis }).create({ name: 'Busy' });
  const begun = [];
  for (let taken = 0; taken < limits.concurrentDeliveries; taken += 1)
    begun.push(await beginRun(redis, { workspaceId: busy }));
  const startMs = Date.now();
  const receivedAtMs = Number(await redis.hGet(keys.run(busy, begun[0]!.run.deliveryId), 'receivedAt'));
  const underWay = {
    running: limits.concurrentDeliveries,
    full: 1,
    waiting: 0,
    oldestReceivedAtMs: receivedAtMs,
    archiveLagMs: 0,
  };
  // No sweep has looked yet: the workspace was noted by its deliveries.
  expect(await totalsAt(startMs)()).toEqual({ workspaces: 1, ...underWay });
  // Long after its last note the sweep has found that deliveries are being processed.
  const laterMs = startMs + hourMs;
  await sweepAt(laterMs)();
  expect(await totalsAt(laterMs)()).toEqual({ workspaces: 1, ...underWay });
  const alone = await commandsDuring(redis, totalsAt(laterMs));

  await addIdleWorkspaces(redis, 1_000, laterMs);
  const beside = await commandsDuring(redis, async () => {
    expect(await totalsAt(laterMs)()).toEqual({ workspaces: 1_001, ...underWay });
  });
  expect(beside).toEqual(alone);

  for (const { runs, run } of begun) await runs.finish(run, { outcome: 'succeeded', reason: null });
  await sweepAt(laterMs)();
  const ended = { running: 0, full: 0, waiting: 0, oldestReceivedAtMs: null };
  expect(await totalsAt(laterMs)()).toEqual({ workspaces: 1_001, ...ended, archiveLagMs: 0 });
  // Nobody has archived what ended two days ago and an hour.
  const [first] = await redis.zRangeWithScores(keys.archiveDue(busy), 0, 0);
  const behindMs = first!.score + 49 * hourMs;
  expect(await totalsAt(behindMs)()).toEqual({ workspaces: 1_001, ...ended, archiveLagMs: hourMs });
});
