import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createFolderBlobs } from '#blobs/folder.ts';
import type { NewStep } from '#capabilities/step.ts';
import type { Ending } from '#contracts/run.ts';
import { newId } from '#domain/ids.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries, type DeliveryQuery } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
beforeAll(async () => {
  [connection, folder] = await Promise.all([
    testRedis(),
    mkdtempDisposable(path.join(tmpdir(), 'reveille-failed-')),
  ]);
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const answered = (status: number, host = 'api.example.com'): NewStep => ({
  kind: 'request',
  startedAt: new Date().toISOString(),
  durationMs: 1,
  method: 'POST',
  host,
  path: '/orders',
  status,
  attachedHeaders: [],
  outcome: 'answered',
  error: null,
});

/** A workspace whose deliveries end as they are told. */
async function newWorkspace() {
  const { redis } = connection;
  const blobs = createFolderBlobs({ folder: folder.path });
  const workspaceId = newId('workspace');
  const vault = createVault([{ id: 'k', key: Buffer.alloc(32, 1) }]);
  const automations = createAutomations({ redis, vault });
  const [admissions, runs] = [createAdmissions({ redis }), createRuns({ redis })];
  const deliveries = createDeliveries({ redis, blobs, workflowUrl: () => null });
  const created = { name: 'Orders', instructions: 'i', filter: null, agentId: 'agt' };
  const { id: automationId } = await automations.create(workspaceId, created);

  /** A run with these requests, as their steps are written. */
  async function end(steps: readonly NewStep[], outcome: Ending['outcome'] = 'failed', of = automationId) {
    const deliveryId = newId('delivery');
    const hook = { workspaceId, automationId: of };
    const run = { kind: 'delivery', ...hook, deliveryId } as const;
    await admissions.admit(hook, arrivalWith({ deliveryId, workflowId: `run/${deliveryId}` }), {
      attempt: 'started',
    });
    await admissions.confirm(hook, deliveryId);
    for (const [index, step] of steps.entries()) {
      const call = await runs.openCall(run, `c${index}`);
      expect(await call.settle(null, { position: [1, index + 1], step })).toBe('written');
    }
    await runs.finish(run, { outcome, reason: null });
    return deliveryId;
  }
  async function failures(query: Omit<DeliveryQuery, 'failed'> = {}) {
    const { items } = await deliveries.search(workspaceId, { ...query, failed: true }, { limit: 50 });
    return items;
  }
  /** As an earlier release left it. */
  const forget = (id: string) => redis.hDel(keys.run(workspaceId, id), 'failure');
  const archive = () => createArchiver({ redis, blobs, archiveAfterHours: 0 }).archiveEnded(workspaceId);
  const newAutomation = async () => (await automations.create(workspaceId, created)).id;
  return { workspaceId, automationId, deliveries, end, failures, forget, archive, newAutomation };
}

test('a delivery that failed has the failure of its run, and no other is among them', async () => {
  const { end, failures } = await newWorkspace();
  const down = await end([answered(201), answered(503)]);
  const left = await end([], 'needs_model');
  await end([answered(404)], 'succeeded');
  await end([], 'skipped');
  expect((await failures()).map(({ deliveryId, failure }) => [deliveryId, failure])).toEqual([
    [left, { causeId: expect.any(String), kind: 'needs_model', target: null, status: null }],
    [down, { causeId: expect.any(String), kind: 'answered', target: 'api.example.com', status: 503 }],
  ]);
});

test('deliveries of one automation, target and status have one cause, and are found by it', async () => {
  const { end, failures, newAutomation } = await newWorkspace();
  const first = await end([answered(503)]);
  await end([answered(502)]);
  await end([answered(503, 'other.example.com')]);
  await end([answered(503)], 'failed', await newAutomation());
  const last = await end([answered(503)]);
  const rows = await failures();
  const causeId = rows[0]?.failure?.causeId;
  expect(new Set(rows.map(({ failure }) => failure?.causeId)).size).toBe(4);
  expect((await failures({ causeId })).map(({ deliveryId }) => deliveryId)).toEqual([last, first]);
  expect(await failures({ causeId, outcome: 'needs_model' })).toEqual([]);
});

test('a run that an earlier release ended has the cause that its steps tell, archived or not', async () => {
  const { deliveries, workspaceId, end, failures, forget, archive } = await newWorkspace();
  const [old, recent] = [await end([answered(503)]), await end([answered(503)])];
  await forget(old);
  await archive();
  const [other, bare] = [await end([answered(503)]), await end([], 'needs_model')];
  await forget(other);
  await forget(bare);
  const rows = await failures();
  const causeOf = (id: string) => rows.find(({ deliveryId }) => deliveryId === id)?.failure?.causeId;
  expect(causeOf(recent)).toBeDefined();
  expect([causeOf(old), causeOf(other)]).toEqual([causeOf(recent), causeOf(recent)]);
  expect((await deliveries.find(workspaceId, old))?.failure?.causeId).toBe(causeOf(recent));
  expect(rows.find(({ deliveryId }) => deliveryId === bare)?.failure?.kind).toBe('needs_model');
  // A list of anything else does not read them one by one.
  const { items } = await deliveries.search(workspaceId, {}, { limit: 50 });
  expect(items.find(({ deliveryId }) => deliveryId === old)?.failure).toBeNull();
});
