import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { connectFirst } from '#store/connection/first-server.ts';
import { createLive } from '#store/live/live.ts';
import { redisSentinels } from '#test/support/redis-sentinels.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('reveille-sentinels-');
let sentinels: Awaited<ReturnType<typeof redisSentinels>>;
let redis: Redis;
const errors: string[] = [];
beforeAll(async () => {
  sentinels = await redisSentinels(folder());
  await sentinels.start();
  redis = await connectRedis(sentinels.url, ({ message }) => errors.push(message));
});
afterAll(async () => {
  await redis.close();
  await sentinels.stop();
});

test('after a fail-over the service goes on at the new primary, with all that its replica had, live readers too', async () => {
  const { run, runs, admissions, deliveries } = await beginRun(redis);
  expect(await redis.wait(1, 60_000)).toBe(1);
  const live = createLive({ redis, logger: silentLogger });
  const told: string[] = [];
  live.subscribe(
    run.workspaceId,
    (event) => void told.push(event.kind === 'resync' ? 'resync' : `${event.deliveryId} ${event.outcome}`),
  );
  await expect.poll(() => told).toEqual(['resync']);
  await sentinels.primary.signal('SIGKILL');

  const again = arrivalWith({ deliveryId: run.deliveryId });
  await expect
    .poll(async () => await admissions.admit(run, again, { attempt: 'new' }).catch(String))
    .toMatchObject({ status: 'duplicate' });
  expect(errors).toContain('Redis has another primary');
  expect(String(await sentinels.replica.ask('ROLE'))).toMatch(/^master/);
  await expect.poll(() => told.filter((event) => event === 'resync').length).toBeGreaterThan(1);
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  await expect.poll(() => told.at(-1)).toBe(`${run.deliveryId} succeeded`);
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toMatchObject({ outcome: 'succeeded' });
  live.close();
});

test('a name that the Sentinels do not know is told', async () => {
  const unknown = sentinels.url.replace(/[^/]*$/, 'others');
  await expect(connectFirst(unknown)).rejects.toThrow('No Sentinel tells where others is');
});
