import { randomBytes } from 'node:crypto';

import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eraseDataActivities } from '#activities/erase-data.ts';
import { createErasureRecovery } from '#intake/erasure-recovery.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { createErasureStarter } from '#temporal/erasure-starter.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { quietLogger } from '#test/support/quiet-runtime.ts';
import { keysWith } from '#test/support/redis-content.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Owner = Awaited<ReturnType<Api['newOwner']>>;

let ownRedis: Awaited<ReturnType<typeof startOwnRedis>>;
beforeAll(async () => {
  ownRedis = await startOwnRedis();
});
afterAll(() => ownRedis[Symbol.asyncDispose]());

const patience = { timeoutMs: 60_000 };
const newCanary = () => `canary${randomBytes(9).toString('hex')}`;

/** Deliveries of one reference, which no worker processes. */
async function deliver({ newAutomation }: Owner, canary: string, count: number) {
  const { hook } = await newAutomation();
  for (let number = 1; number <= count; number += 1) {
    const headers = { 'x-service-event-id': `event-${number}`, 'x-service-reference': canary };
    expect((await fetch(hook, { method: 'POST', headers, body: canary })).status).toBe(200);
  }
}

const finished = async ({ manage }: Owner, erasureId: string) =>
  await until(
    'the end of the erasure',
    async () => {
      const erasure = (await (await manage('GET', `/erasures/${erasureId}`)).json()) as {
        finishedAt: string | null;
      };
      return erasure.finishedAt === null ? undefined : erasure;
    },
    patience,
  );

describe('an erasure', () => {
  it('that no worker carries out in time is answered 202, and ends once there is one', async () => {
    await using api = await startApi({ REDIS_URL: ownRedis.url }, { erasureWaitMs: 500 });
    const owner = await api.newOwner();
    const canary = newCanary();
    await deliver(owner, canary, 2);
    const response = await owner.manage('DELETE', `/references/${canary}`);
    const erasure = (await response.json()) as { id: string };
    expect([response.status, erasure]).toMatchObject([
      202,
      { kind: 'reference', erased: 0, finishedAt: null },
    ]);
    await using _worker = await startRunsWorker(api);
    expect(await finished(owner, erasure.id)).toMatchObject({ kind: 'reference', erased: 2 });
    expect(await keysWith(api.redis, canary)).toEqual([]);
  });

  it('is started by the sweep, once, if its process died before it started', async () => {
    await using api = await startApi({ REDIS_URL: ownRedis.url });
    const owner = await api.newOwner();
    const canary = newCanary();
    await deliver(owner, canary, 1);
    const { client } = api.temporal;
    const erasures = createErasures(api);
    const ref = await erasures.begin(owner.workspace.id, { kind: 'reference', target: canary });
    const recovery = createErasureRecovery({
      erasures,
      erasureStarter: createErasureStarter({ client, taskQueue: api.runsQueue }),
      runStates: createRunStates({ client }),
    });
    expect(await recovery.resume(owner.workspace.id)).toEqual({ done: 1, failures: [] });
    expect(await recovery.resume(owner.workspace.id)).toEqual({ done: 0, failures: [] });
    await using _worker = await startRunsWorker(api);
    await finished(owner, ref?.erasureId ?? '');
    expect(await keysWith(api.redis, canary)).toEqual([]);
    expect(await recovery.resume(owner.workspace.id)).toEqual({ done: 0, failures: [] });
  });

  it('that is cut off anywhere finds what is left, in the store and in Temporal', async () => {
    await using api = await startApi({ REDIS_URL: ownRedis.url });
    const owner = await api.newOwner();
    const { redis, config } = api;
    const canary = newCanary();
    await deliver(owner, canary, 5);
    const erasures = createErasures({ redis });
    const ref = await erasures.begin(owner.workspace.id, { kind: 'reference', target: canary });
    const deleted = new Set<string>();
    let calls = 0;
    const { eraseData } = eraseDataActivities({
      automations: createAutomations({ redis, vault: createVault(config.MASTER_KEYS) }),
      eraser: createEraser({ redis, blobs: noBlobs }),
      erasures,
      runs: createRuns({ redis }),
      runDeletion: {
        deleteWorkflow: (workflowId) => {
          calls += 1;
          if (calls === 3) return Promise.reject(new Error('Temporal is away'));
          deleted.add(workflowId);
          return Promise.resolve();
        },
        passesOver: () => () => Promise.resolve(0),
      },
    });
    const attempt = () => new MockActivityEnvironment({}, { logger: quietLogger }).run(eraseData, ref!);
    await expect(attempt()).rejects.toThrow('Temporal is away');
    expect(await erasures.find(ref!)).toMatchObject({ finishedAt: null });
    await attempt();
    expect(await erasures.find(ref!)).toMatchObject({ finishedAt: expect.any(String) });
    expect(deleted.size).toBe(5);
    expect(await keysWith(redis, canary)).toEqual([]);
  });
});

describe('a workspace that is being deleted', () => {
  it('is closed at once, also while no worker erases it', async () => {
    await using api = await startApi({ REDIS_URL: ownRedis.url }, { erasureWaitMs: 1 });
    const owner = await api.newOwner();
    const { hook } = await owner.newAutomation();
    const operate = async (method: string, path: string, body?: string) =>
      await fetch(`${api.url}/manage/workspaces${path}`, {
        method,
        headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}`, 'content-type': 'application/json' },
        body: body ?? null,
      });
    const { id } = owner.workspace;
    const response = await operate('DELETE', `/${id}`);
    expect([response.status, await response.json()]).toMatchObject([202, { kind: 'workspace' }]);
    expect((await owner.manage('GET', '/workspace')).status).toBe(401);
    expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(410);
    const { items } = (await (await operate('GET', '?limit=200')).json()) as { items: { id: string }[] };
    expect(items.find((workspace) => workspace.id === id)).toMatchObject({ state: 'deleting' });
    expect((await operate('PATCH', `/${id}`, '{"state":"active"}')).status).toBe(404);
    expect((await operate('POST', `/${id}/token`)).status).toBe(404);
    expect((await operate('DELETE', `/${id}`)).status).toBe(404);
  });
});
