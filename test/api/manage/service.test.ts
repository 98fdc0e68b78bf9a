import { describe, expect, inject, it } from 'vitest';

import { scheduleSweep } from '#temporal/sweep-schedule.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

/** A database of its own: a sweep goes through all that is there. */
const redisUrl = `${inject('redisUrl').replace(/\/$/, '')}/5`;

async function readService({ url, config }: Api) {
  const headers = { authorization: `Bearer ${config.ADMIN_TOKEN}` };
  const response = await fetch(`${url}/manage/service`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('GET /manage/service', () => {
  it('tells parts, workers, what is under way, and the last sweep', async () => {
    await using api = await startApi({ REDIS_URL: redisUrl });
    await api.redis.flushDb();
    const { newAutomation, manage } = await api.newOwner();
    expect(await readService(api)).toMatchObject({ workers: 0, lastSweep: null, slotsPerWorkspace: 8 });
    const { hook } = await newAutomation();
    expect((await fetch(hook, { method: 'POST', body: 'x' })).status).toBe(200);
    const before = await readService(api);
    expect(before).toMatchObject({
      parts: [
        { name: 'redis', state: 'ready' },
        { name: 'blobs', state: 'ready' },
        { name: 'temporal', state: 'ready' },
        { name: 'namespace', state: 'ready' },
        { name: 'search-attributes', state: 'ready' },
        { name: 'workers', state: 'missing' },
      ],
      workspaces: 1,
      running: 1,
    });

    await using _worker = await startRunsWorker(api);
    const { client } = api.temporal;
    await scheduleSweep(client, api.runsQueue);
    const schedule = client.schedule.getHandle(`sweep-${api.runsQueue}`);
    try {
      await schedule.trigger();
      const swept = await until(
        'the end of a sweep',
        async () => {
          const state = await readService(api);
          return (state['lastSweep'] as { outcome: string } | null)?.outcome === 'completed'
            ? state
            : undefined;
        },
        { timeoutMs: 60_000 },
      );
      expect(swept).toMatchObject({
        workers: 1,
        lastSweep: { finishedAt: expect.any(String), failureCount: 0, failures: [] },
      });
    } finally {
      await schedule.delete();
    }
    expect((await manage('GET', '/service')).status).toBe(401);
  });
});
