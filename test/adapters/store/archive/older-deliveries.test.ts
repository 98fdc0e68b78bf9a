import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createCounts } from '#store/counts/counts.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createOlderDeliveries } from '#store/archive/older-deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const dayMs = 86_400_000;

/** A workspace whose deliveries were stored without an index and without counts. */
async function setUp() {
  const { redis } = connection;
  const clock = { nowMs: Date.UTC(2026, 2, 15, 12) };
  const now = () => clock.nowMs;
  const workspaceId = newId('workspace');
  const automations = createAutomations({
    redis,
    vault: createVault([{ id: 'k', key: Buffer.alloc(32, 1) }]),
  });
  const newAutomation = async () =>
    (
      await automations.create(workspaceId, {
        name: 'Orders',
        instructions: 'i',
        filter: null,
        agentId: 'agt',
      })
    ).id;
  const automationId = await newAutomation();
  const [admissions, runs] = [createAdmissions({ redis }), createRuns({ redis, now })];

  const forget = async () =>
    await redis.del([keys.deliveryIndex(workspaceId), ...(await redis.keys(`{${workspaceId}}:counts:*`))]);
  async function store(daysAgo: number, reference: string, at = automationId): Promise<string> {
    const receivedAt = new Date(now() - daysAgo * dayMs);
    const arrival = arrivalWith({
      receivedAt,
      reference,
      eventId: 'sha256:ab',
      workflowId: `run/${at}/payload/1`,
    });
    const hook = { workspaceId, automationId: at };
    await admissions.admit(hook, arrival, { attempt: 'started' });
    await admissions.confirm(hook, arrival.deliveryId);
    const { deliveryId } = arrival;
    await runs.finish({ kind: 'delivery', ...hook, deliveryId }, { outcome: 'succeeded', reason: null });
    return deliveryId;
  }

  const { search } = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });
  const found = async (query: { reference?: string; eventId?: string }) =>
    (await search(workspaceId, query, { limit: 200 })).items.map(({ deliveryId }) => deliveryId);
  const counts = createCounts({ redis, now });
  const succeeded = async (of: string | null = automationId) =>
    (await counts.stats(workspaceId, { automationId: of, step: 'day', last: 400 })).points.flatMap(
      ({ at, outcomes }) => (outcomes.succeeded > 0 ? [[at.slice(0, 10), outcomes.succeeded]] : []),
    );
  const { catchUp } = createOlderDeliveries({ redis, now });
  return {
    redis,
    clock,
    workspaceId,
    automationId,
    automations,
    newAutomation,
    forget,
    store,
    found,
    succeeded,
    catchUp,
  };
}

test('an older delivery is found and counted after a sweep, once', async () => {
  const { workspaceId, automationId, newAutomation, forget, store, found, succeeded, catchUp } =
    await setUp();
  const other = await newAutomation();
  const ids = [await store(40, 'Order 7'), await store(1, 'Order 8'), await store(1, 'Order 7')];
  const elsewhere = await store(0, 'Order 7', other);
  await forget();
  expect(await found({ reference: 'Order 7' })).toEqual([]);
  expect(await catchUp(workspaceId)).toEqual({ done: 4, failures: [] });
  expect(await found({ reference: 'Order 7' })).toEqual([elsewhere, ids[2], ids[0]]);
  expect(await found({ eventId: 'sha256:ab' })).toHaveLength(4);
  expect(await succeeded()).toEqual([
    ['2026-02-03', 1],
    ['2026-03-14', 2],
  ]);
  const all = [
    ['2026-02-03', 1],
    ['2026-03-14', 2],
    ['2026-03-15', 1],
  ];
  expect(await succeeded(null)).toEqual(all);
  expect(await catchUp(workspaceId)).toEqual({ done: 0, failures: [] });
  expect(await succeeded(null)).toEqual(all);
  expect(await succeeded(automationId)).toHaveLength(2);
});

test('a delivery that an earlier release stores during the upgrade is found and counted a day later, and nothing after that', async () => {
  const { clock, workspaceId, forget, store, found, succeeded, catchUp } = await setUp();
  await catchUp(workspaceId);
  const late = await store(0, 'Order 7');
  await forget();
  clock.nowMs += dayMs - 1;
  expect(await catchUp(workspaceId)).toMatchObject({ done: 0 });
  clock.nowMs += 1;
  expect(await catchUp(workspaceId)).toMatchObject({ done: 1 });
  expect(await found({ reference: 'Order 7' })).toEqual([late]);
  expect(await succeeded()).toEqual([['2026-03-15', 1]]);
  await store(0, 'Order 8');
  clock.nowMs += 5 * dayMs;
  expect(await catchUp(workspaceId)).toMatchObject({ done: 0 });
});

test('a counted delivery is not counted again, and one that is no longer stored stays counted', async () => {
  const { redis, workspaceId, automationId, store, succeeded, catchUp } = await setUp();
  const [gone] = [await store(1, 'Order 7'), await store(1, 'Order 8'), await store(2, 'Order 9')];
  for (const key of [
    keys.activity(workspaceId, automationId),
    keys.activityWith(workspaceId, automationId, 'succeeded'),
  ])
    await redis.zRem(key, gone);
  expect(await catchUp(workspaceId)).toEqual({ done: 2, failures: [] });
  for (const part of [automationId, null])
    expect(await succeeded(part)).toEqual([
      ['2026-03-13', 1],
      ['2026-03-14', 2],
    ]);
});

test('the deliveries of an automation that was deleted before there was a list of those are found after a sweep', async () => {
  const { redis, workspaceId, automationId, automations, store, forget, found, catchUp, clock } =
    await setUp();
  const deliveryId = await store(1, 'Order 7');
  await automations.remove(workspaceId, (await automations.find(workspaceId, automationId))!);
  await redis.del(keys.deletedAutomations(workspaceId));
  await forget();
  const retention = createRetention({ redis, blobs: noBlobs, retentionDays: 400, now: () => clock.nowMs });
  await retention.removeExpired(workspaceId);
  await catchUp(workspaceId);
  expect(await found({ reference: 'Order 7' })).toEqual([deliveryId]);
  expect(await found({})).toEqual([deliveryId]);
});

test('a delivery that is removed for its age leaves no entry', async () => {
  const { redis, workspaceId, store, found, clock } = await setUp();
  await store(399, 'Order 7');
  const young = await store(1, 'Order 7');
  const retention = createRetention({ redis, blobs: noBlobs, retentionDays: 400, now: () => clock.nowMs });
  clock.nowMs += 2 * dayMs;
  expect(await retention.removeExpired(workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await found({ reference: 'Order 7' })).toEqual([young]);
  // One of the reference, one of the event.
  expect(await redis.zCard(keys.deliveryIndex(workspaceId))).toBe(2);
});

test('an automation that cannot be gone through does not keep the others from it', async () => {
  const { redis, workspaceId, automationId, newAutomation, store, forget, found, catchUp } = await setUp();
  const other = await newAutomation();
  const deliveryId = await store(0, 'Order 7', other);
  await forget();
  await redis.set(keys.activity(workspaceId, automationId), 'no sorted set');
  expect(await catchUp(workspaceId)).toMatchObject({
    done: 1,
    failures: [{ record: `automation ${automationId}`, error: expect.any(Error) }],
  });
  expect(await found({ reference: 'Order 7' })).toEqual([deliveryId]);
});
