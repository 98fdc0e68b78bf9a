import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readMemory } from '#store/connection/memory.ts';
import { redisServer } from '#test/support/redis-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';

const folder = folderOfFile('reveille-memory-share-');
const maxBytes = 40_000_000;
const patience = { timeoutMs: 240_000, everyMs: 250 };

let server: Awaited<ReturnType<typeof redisServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  server = await redisServer(path.join(folder(), 'redis'));
  server.start({ maxmemory: String(maxBytes) });
  api = await startApi({ REDIS_URL: server.url, DATA_DIR: path.join(folder(), 'data') });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server.signal('SIGKILL');
});

/** Hardly shorter when it is packed. */
const newBody = () => randomBytes(675_000).toString('base64');
const body = newBody();

async function deliver(hook: string, eventId: string, content = body) {
  const response = await fetch(hook, {
    method: 'POST',
    headers: { 'x-service-event-id': eventId },
    body: content,
  });
  const { code = null } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

/** Sends until a delivery is taken, or refused for another reason than that eight are being processed. */
const settled = async (hook: string, eventId: string) =>
  await until(
    'an answer about storage',
    async () => {
      const answer = await deliver(hook, eventId);
      return answer.code === 'CONCURRENCY_EXCEEDED' ? undefined : answer;
    },
    patience,
  );

const used = async () => (await readMemory(api.redis)).used;

test('a workspace that fills Redis is refused before others are, and is served again once its deliveries are archived', async () => {
  const [greedy, modest] = [await api.newOwner(), await api.newOwner()];
  const [flooded, { hook }] = [await greedy.newAutomation(), await modest.newAutomation()];
  let taken = 0;
  for (;;) {
    const answer = await settled(flooded.hook, `e${taken}`);
    if (answer.status !== 200) {
      expect(answer).toEqual({ status: 429, code: 'STORAGE_EXCEEDED' });
      break;
    }
    taken += 1;
  }
  expect(taken).toBeGreaterThan(5);
  expect(await used()).toBeLessThan(maxBytes * 0.9);
  expect(await settled(hook, 'e1')).toEqual({ status: 200, code: null });
  for (let index = 0; index < taken; index += 1)
    expect(await deliver(flooded.hook, `e${index}`, newBody())).toEqual({ status: 200, code: null });
  expect(await used()).toBeLessThan(maxBytes * 0.9);

  const isOver = async () => {
    const activity = (await (
      await greedy.manage('GET', `/automations/${flooded.id}/activity?outcome=running`)
    ).json()) as { items: object[] };
    return activity.items.length === 0;
  };
  await until('the end of the runs', isOver, patience);
  const before = await used();
  await api.temporal.client.workflow.execute('sweep', {
    taskQueue: api.runsQueue,
    workflowId: `sweep-once-${greedy.workspace.id}`,
  });
  expect(await used()).toBeLessThan(before - 5_000_000);
  const isServedAgain = async () => (await settled(flooded.hook, 'next')).status === 200;
  await until('the workspace is served again', isServedAgain, patience);
});
