import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Erasure } from '#contracts/erasure.ts';
import { createFileRewrites } from '#store/erasure/file-rewrites.ts';
import { keys } from '#store/records/index.ts';
import { redisServer } from '#test/support/redis-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';

const folder = folderOfFile('reveille-erased-files-');
const newCanary = () => `canary${randomBytes(9).toString('hex')}`;
const patience = { timeoutMs: 120_000, everyMs: 200 };

let server: Awaited<ReturnType<typeof redisServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  server = await redisServer(path.join(folder(), 'redis'));
  server.start();
  api = await startApi({ REDIS_URL: server.url }, { erasureWaitMs: 60_000 });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server.signal('SIGKILL');
});

/** The files of Redis in which a text occurs. */
async function filesWith(text: string): Promise<readonly string[]> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) =>
      (await readFile(path.join(parentPath, name))).includes(text) ? [name] : [],
    ),
  );
  return found.flat();
}

/** A delivery that is full of a text, and has ended. */
async function deliver(owner: Awaited<ReturnType<typeof api.newOwner>>, canary: string): Promise<string> {
  const { hook } = await owner.newAutomation();
  const delivered = await fetch(`${hook}?q=${canary}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-event-id': 'e1',
      'x-service-reference': canary,
      'x-note': canary,
    },
    body: JSON.stringify({ note: canary, [canary]: `${canary} `.repeat(2_000) }),
  });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  const hasEnded = async () => {
    const record = (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as {
      outcome: string;
    };
    return record.outcome !== 'running';
  };
  await until('the end of the run', hasEnded, patience);
  return deliveryId;
}

async function read(response: Response, token: string): Promise<Erasure> {
  expect([202, 204]).toContain(response.status);
  const location = response.headers.get('location') ?? '';
  expect(location).toMatch(/^\/manage\/erasures\/[\w-]+$/);
  const answer = await fetch(api.url + location, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Erasure;
}

const rewritten = async (response: Response, token: string) =>
  await until(
    'the rewrite of the files',
    async () => {
      const erasure = await read(response, token);
      return erasure.filesRewrittenAt === null ? undefined : erasure;
    },
    patience,
  );

/** As if the last rewrite was long ago. */
const anHourLater = async () => await api.redis.hSet(keys.fileRewrite(), 'beganAt', '1');

it('leaves nothing of an erased delivery in the files of Redis once it says so', async () => {
  const owner = await api.newOwner();
  const canary = newCanary();
  const deliveryId = await deliver(owner, canary);
  expect((await filesWith(canary)).length).toBeGreaterThan(0);
  await anHourLater();

  const response = await owner.manage('DELETE', `/deliveries/${deliveryId}`);
  const erasure = await rewritten(response, owner.workspace.token);
  expect(erasure).toMatchObject({ kind: 'delivery', erased: 1, filesProblem: null });
  expect(Date.parse(erasure.filesRewrittenAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(erasure.finishedAt ?? ''),
  );
  expect(await filesWith(canary)).toEqual([]);
});

it('rewrites at most once an hour; what is erased meanwhile is not claimed, and goes with the next', async () => {
  const owner = await api.newOwner();
  const canaries = [newCanary(), newCanary()] as const;
  const [first, second] = [await deliver(owner, canaries[0]), await deliver(owner, canaries[1])];
  await anHourLater();
  await rewritten(await owner.manage('DELETE', `/deliveries/${first}`), owner.workspace.token);

  const response = await owner.manage('DELETE', `/deliveries/${second}`);
  await createFileRewrites(api).advance();
  expect(await read(response, owner.workspace.token)).toMatchObject({
    finishedAt: expect.any(String),
    filesRewrittenAt: null,
    filesProblem: null,
  });
  expect((await filesWith(canaries[1])).length).toBeGreaterThan(0);

  await anHourLater();
  await api.temporal.client.workflow.execute('sweep', { taskQueue: api.runsQueue, workflowId: newCanary() });
  await rewritten(response, owner.workspace.token);
  expect(await filesWith(canaries[1])).toEqual([]);
});

it('tells the operator of a workspace, of which the files hold nothing then', async () => {
  const owner = await api.newOwner();
  const canary = newCanary();
  await deliver(owner, canary);
  await anHourLater();
  const operator = api.config.ADMIN_TOKEN;
  const response = await fetch(`${api.url}/manage/workspaces/${owner.workspace.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${operator}` },
  });
  const erasure = await rewritten(response, operator);
  expect(erasure).toMatchObject({ kind: 'workspace', finishedAt: expect.any(String) });
  expect(erasure.erased).toBeGreaterThan(0);
  expect(await filesWith(canary)).toEqual([]);
  const other = await api.newOwner();
  const foreign = await other.manage('GET', `/erasures/${erasure.id}`);
  expect(foreign.status).toBe(404);
});

it('claims nothing where a server was restarted in between', async () => {
  const owner = await api.newOwner();
  const deliveryId = await deliver(owner, newCanary());
  await anHourLater();
  await api.redis.configSet('rdb-key-save-delay', '200000');
  const response = await owner.manage('DELETE', `/deliveries/${deliveryId}`);
  expect(await read(response, owner.workspace.token)).toMatchObject({ filesRewrittenAt: null });
  await server.signal('SIGKILL');
  server.start();
  const isBack = async () => (await api.redis.ping().catch(() => null)) === 'PONG';
  await until('Redis is back', isBack, patience);
  expect(await read(response, owner.workspace.token)).toMatchObject({
    filesRewrittenAt: null,
    filesProblem: expect.stringContaining('did not end well'),
  });
  await anHourLater();
  await createFileRewrites(api).advance();
  await rewritten(response, owner.workspace.token);
});

it.each([
  ['refuses the command', ['ACL', 'SETUSER', 'default', '-bgrewriteaof'], 'refuses BGREWRITEAOF'],
  ['keeps no append-only file', ['CONFIG', 'SET', 'appendonly', 'no'], 'keeps no append-only file'],
])('says why where Redis %s', async (_, command, sentence) => {
  const owner = await api.newOwner();
  const deliveryId = await deliver(owner, newCanary());
  await anHourLater();
  await server.ask(...command);
  const response = await owner.manage('DELETE', `/deliveries/${deliveryId}`);
  expect(await read(response, owner.workspace.token)).toMatchObject({
    finishedAt: expect.any(String),
    filesRewrittenAt: null,
    filesProblem: expect.stringContaining(sentence),
  });
  await server.ask('ACL', 'SETUSER', 'default', '+bgrewriteaof');
});
