import { afterAll, beforeAll, expect, test } from 'vitest';

import { limits } from '../../../domain/limits.ts';
import { newId } from '../../../domain/ids.ts';
import { connectRedis, type Redis } from '../../../store/connect.ts';
import { keys } from '../../../store/records/index.ts';
import { createSweepIndex } from '../../../store/sweep/sweep-index.ts';
import { createTotals } from '../../../store/workspace/totals.ts';
import { createWorkspaces } from '../../../store/workspaces.ts';
import { commandsDuring } from '../../support/commands-during.ts';
import { noBlobs } from '../../support/no-blobs.ts';
import { redisServer } from '../../support/redis-server.ts';
import { beginRun } from '../../support/run.ts';
import { createSweep } from '../../support/sweep.ts';
import { folderOfFile } from '../../support/temporary-folder.ts';

const folder = folderOfFile('reveille-totals-');
let server: Awaited<ReturnType<typeof redisServer>>;
let redis: Redis;
beforeAll(async () => {
  // A server of its own: its commands are counted, and its workspaces are all there are.
  server = await redisServer(folder());
  server.start({ appendonly: 'no' });
  redis = await connectRedis(server.url, () => undefined);
});
afterAll(async () => {
  await redis.close();
  await server.signal('SIGTERM');
});

const hourMs = 3_600_000;

test('what is under way is told by as many commands with one workspace as with a thousand idle ones beside it', async () => {
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

  const idle = Array.from({ length: 1_000 }, () => newId('workspace'));
  await redis.zAdd(
    keys.workspaces(),
    idle.map((value) => ({ score: 1, value })),
  );
  const { settle } = createSweepIndex({ redis, basis: ['k1'] });
  await Promise.all(idle.map((id) => settle(id, laterMs, null)));
  const beside = await commandsDuring(redis, async () => {
    expect(await totalsAt(laterMs)()).toEqual({ workspaces: 1_001, ...underWay });
  });
  expect(beside).toBe(alone);

  for (const { runs, run } of begun) await runs.finish(run, { outcome: 'succeeded', reason: null });
  await sweepAt(laterMs)();
  const ended = { running: 0, full: 0, oldestReceivedAtMs: null };
  expect(await totalsAt(laterMs)()).toEqual({ workspaces: 1_001, ...ended, archiveLagMs: 0 });
  // Nobody has archived what ended two days ago and an hour.
  const [first] = await redis.zRangeWithScores(keys.archiveDue(busy), 0, 0);
  const behindMs = first!.score + 49 * hourMs;
  expect(await totalsAt(behindMs)()).toEqual({ workspaces: 1_001, ...ended, archiveLagMs: hourMs });
});
