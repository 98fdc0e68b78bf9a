import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEndJudge } from '#alerts/judge-ends.ts';
import type { NewDecision } from '#contracts/decision.ts';
import { newId } from '#domain/ids.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createAgents } from '#store/workspace/agents.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { keys } from '#store/records/index.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const dayMs = 86_400_000;

async function setUp() {
  const { redis } = connection;
  const begun = await beginRun(redis);
  const clock = { nowMs: Date.now() };
  const retention = createRetention({ redis, blobs: noBlobs, retentionDays: 400, now: () => clock.nowMs });
  return { redis, clock, retention, ...begun };
}

test('removes a delivery and all that belongs to it when its time is over, not a day before', async () => {
  const { redis, clock, retention, deliveries, run, runs } = await setUp();
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  clock.nowMs += 399 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toEqual({ done: 0, failures: [] });
  clock.nowMs += 2 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toBeNull();
  expect(await redis.keys(`{${run.workspaceId}}:delivery:*`)).toEqual([]);
  const { workspaceId, automationId } = run;
  expect(await deliveries.search(workspaceId, { automationId }, { limit: 10 })).toEqual({
    items: [],
    nextCursor: null,
    searchedTo: null,
  });
});

test('keeps a delivery that is still running, however old it is', async () => {
  const { clock, retention, deliveries, run } = await setUp();
  clock.nowMs += 1_000 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toEqual({ done: 0, failures: [] });
  expect(await deliveries.find(run.workspaceId, run.deliveryId)).toMatchObject({ outcome: 'running' });
});

describe('a deleted automation', () => {
  /** Every key of the automation and of its revisions but the counter of its minute, which expires by itself. */
  async function keysOf(redis: Redis, ref: { workspaceId: string; automationId: string }) {
    const found = await redis.keys(`{${ref.workspaceId}}:automation:${ref.automationId}*`);
    return found.filter((key) => key !== keys.hookFlood(ref.workspaceId, ref.automationId));
  }

  test('goes with its revisions when the last of its deliveries is gone', async () => {
    const { redis, clock, retention, automations, run, runs } = await setUp();
    const { workspaceId, automationId } = run;
    await automations.revise(workspaceId, automationId, { instructions: 'Report.' });
    await automations.remove(workspaceId, (await automations.find(workspaceId, automationId))!);
    clock.nowMs += 401 * dayMs;
    await retention.removeExpired(workspaceId);
    expect(await keysOf(redis, run)).toContain(keys.revision(workspaceId, automationId, 2));
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 2, failures: [] });
    expect(await keysOf(redis, run)).toEqual([]);
    expect(await redis.zCard(keys.everyRunOwner(workspaceId))).toBe(0);
  });

  test('is remembered by no alert rule, is in no log of alerts, and no rule watches it alone', async () => {
    const { redis, clock, retention, automations, run, runs } = await setUp();
    const { workspaceId, automationId } = run;
    const rules = createAlertRules({ redis, vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]) });
    for (const watched of [null, automationId])
      await rules.create(workspaceId, {
        name: 'R',
        automationId: watched,
        condition: { kind: 'first_failure' },
        channel: { kind: 'webhook', url: 'https://example.com/' },
      });
    const { judge } = createEndJudge({ alerts: createAlerts({ redis }) });
    await runs.finish(run, { outcome: 'failed', reason: 'It did.' });
    expect(await judge(workspaceId)).toHaveLength(2);
    const alertsAbout = async () => {
      const found = await redis.keys(`{${workspaceId}}:alert*`);
      const texts = await Promise.all(
        found.map(async (one) =>
          (await redis.type(one)) === 'hash' ? JSON.stringify(await redis.hGetAll(one)) : '',
        ),
      );
      return found.filter((_, index) => texts[index]!.includes(automationId));
    };
    expect(await alertsAbout()).toHaveLength(5);
    await automations.remove(workspaceId, (await automations.find(workspaceId, automationId))!);
    clock.nowMs += 401 * dayMs;
    await retention.removeExpired(workspaceId);
    expect(await alertsAbout()).toEqual([]);
  });

  test('stays as long as a delivery would, and one that lives stays for good', async () => {
    const { redis, clock, retention, automations, run } = await setUp();
    const { workspaceId } = run;
    const content = { name: 'Empty', instructions: 'Report.', filter: null, agentId: newId('agent') };
    const [living, deleted] = [
      await automations.create(workspaceId, content),
      await automations.create(workspaceId, content),
    ];
    await automations.remove(workspaceId, deleted);
    clock.nowMs += 399 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 0, failures: [] });
    clock.nowMs += 2 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 1, failures: [] });
    expect(await keysOf(redis, { workspaceId, automationId: deleted.id })).toEqual([]);
    expect(await automations.find(workspaceId, living.id)).toMatchObject({ name: 'Empty' });
  });
});

const decision: NewDecision = {
  allowed: false,
  ground: 'host',
  detail: null,
  method: 'GET',
  scheme: 'https',
  host: 'a.test',
  port: 443,
  path: '/',
  queryKeys: [],
  hop: 0,
  policyId: null,
  policyIds: [],
  attachedHeaders: [],
  ignoredHeaders: [],
  secrets: [],
  addresses: [],
  dialledAddress: null,
  status: null,
  failure: null,
  bytesOut: 0,
  bytesIn: 0,
  redactions: 0,
  truncated: false,
  durationMs: 1,
  deliveryId: null,
  step: null,
};

test('the audit log loses what is older than the retention, also if nothing new arrives', async () => {
  const { redis, clock, retention, run } = await setUp();
  const { id: agentId } = await createAgents({ redis }).create(run.workspaceId, { name: 'A', model: null });
  const scope = { workspaceId: run.workspaceId, agentId };
  const decisions = createDecisions({ redis });
  const hosts = async () =>
    (await decisions.list(scope, { limit: 10, cursor: undefined })).items.map(({ host }) => host);
  const key = keys.decisions(run.workspaceId, agentId);
  const old = { decision: JSON.stringify({ ...decision, host: 'old.test' }) };
  // More than one block of the stream, so that trimming by whole blocks would leave some.
  for (let index = 1; index <= 150; index++)
    await redis.xAdd(key, `${clock.nowMs - 401 * dayMs}-${index}`, old);
  await decisions.append(scope, decision);
  expect(await retention.removeExpired(run.workspaceId)).toEqual({ done: 150, failures: [] });
  expect(await hosts()).toEqual(['a.test']);
  clock.nowMs += 401 * dayMs;
  expect(await retention.removeExpired(run.workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await hosts()).toEqual([]);
});

test('a deleted automation goes with its revisions, also where their number or its moment cannot be read', async () => {
  const { redis, clock, retention, automations, run } = await setUp();
  const { workspaceId } = run;
  const content = { name: 'Damaged', instructions: 'Quote.', filter: null, agentId: newId('agent') };
  const { id } = await automations.create(workspaceId, content);
  await automations.revise(workspaceId, id, { instructions: 'Report.' });
  await automations.remove(workspaceId, (await automations.find(workspaceId, id))!);
  await redis.hSet(keys.automation(workspaceId, id), { revision: 'many', updatedAt: 'yesterday' });
  clock.nowMs += dayMs;
  expect(await retention.removeExpired(workspaceId)).toEqual({ done: 1, failures: [] });
  expect(await redis.keys(`{${workspaceId}}:automation:${id}*`)).toEqual([]);
});

test('an automation whose records cannot be read is named and does not keep the others from their end', async () => {
  const { redis, clock, retention, automations, run, runs } = await setUp();
  const { workspaceId } = run;
  await runs.finish(run, { outcome: 'succeeded', reason: null });
  const content = { name: 'Broken', instructions: 'Report.', filter: null, agentId: newId('agent') };
  const broken = await automations.create(workspaceId, content);
  await redis.set(keys.activity(workspaceId, broken.id), 'not a sorted set');
  // Whatever the order in which they are visited.
  for (const score of [0, Number.MAX_SAFE_INTEGER]) {
    await redis.zAdd(keys.everyRunOwner(workspaceId), { score, value: broken.id });
    clock.nowMs += 401 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toMatchObject({
      done: score === 0 ? 1 : 0,
      failures: [{ record: broken.id, error: expect.any(Error) }],
    });
  }
});

describe('a second look', () => {
  test('removes what has expired of automations and agents that were made since the first', async () => {
    const { redis, clock, retention, automations, admissions, runs, run } = await setUp();
    const { workspaceId } = run;
    await retention.removeExpired(workspaceId);
    const { id: automationId } = await automations.create(workspaceId, {
      name: 'Later',
      instructions: 'Report.',
      filter: null,
      agentId: newId('agent'),
    });
    const later = { kind: 'delivery', workspaceId, automationId, deliveryId: newId('delivery') } as const;
    await admissions.admit(later, arrivalWith({ deliveryId: later.deliveryId }), { attempt: 'new' });
    await admissions.confirm(later, later.deliveryId);
    await runs.finish(later, { outcome: 'succeeded', reason: null });
    const agent = await createAgents({ redis }).create(workspaceId, { name: 'A', model: null });
    await createDecisions({ redis }).append({ workspaceId, agentId: agent.id }, decision);
    clock.nowMs += 399 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 0, failures: [] });
    clock.nowMs += 2 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 2, failures: [] });
    expect(await redis.exists(keys.run(workspaceId, later.deliveryId))).toBe(0);
  });

  test('takes from every list an automation whose record is lost, and leaves a living one', async () => {
    const { redis, clock, retention, automations, run } = await setUp();
    const { workspaceId } = run;
    const content = { name: 'Lost', instructions: 'Report.', filter: null, agentId: newId('agent') };
    const lost = await automations.create(workspaceId, content);
    await retention.removeExpired(workspaceId);
    await redis.del(keys.automation(workspaceId, lost.id));
    clock.nowMs += 402 * dayMs;
    expect(await retention.removeExpired(workspaceId)).toEqual({ done: 1, failures: [] });
    for (const list of [keys.everyRunOwner(workspaceId), keys.expiries(workspaceId)])
      expect(await redis.zRange(list, 0, -1)).toEqual([run.automationId]);
    expect(await redis.exists(keys.revision(workspaceId, lost.id, 1))).toBe(0);
  });
});

test('a delivery that came while its automation was paused leaves no row behind', async () => {
  const { redis, clock, retention, admissions, run } = await setUp();
  const { workspaceId, automationId } = run;
  const skipping = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
  await admissions.skip(run, arrivalWith(), skipping);
  expect(await redis.zCard(keys.pausedRows(workspaceId, automationId))).toBe(1);
  clock.nowMs += 401 * dayMs;
  expect(await retention.removeExpired(workspaceId)).toMatchObject({ done: 1, failures: [] });
  expect(await redis.zCard(keys.pausedRows(workspaceId, automationId))).toBe(0);
});
