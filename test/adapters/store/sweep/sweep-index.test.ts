import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { keys } from '#store/records/index.ts';
import { createSweepIndex } from '#store/sweep/sweep-index.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

/** A database of its own: the index is that of the whole installation. */
const redisUrl = `${inject('redisUrl').replace(/\/$/, '')}/3`;

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis(redisUrl);
});
afterAll(() => connection[Symbol.asyncDispose]());
beforeEach(async () => {
  await connection.redis.flushDb();
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function setUp({ basis = 'k1' } = {}) {
  const { redis } = connection;
  const clock = { nowMs: Date.now() + 1_000 };
  const index = createSweepIndex({ redis, basis: [basis], now: () => clock.nowMs });
  const { create } = createWorkspaces({ redis });
  const newWorkspace = async () => (await create({ name: 'A' })).id;
  /** As a sweep looks at everything that is due, and finds no more work. */
  const lookAtAll = async () => {
    const ids = await index.due();
    await Promise.all(ids.map((id) => index.settle(id, clock.nowMs, null)));
    return ids;
  };
  return { redis, clock, index, newWorkspace, lookAtAll };
}

test('a new workspace is due once, and then within a day, with the others or without', async () => {
  const { clock, lookAtAll, newWorkspace } = setUp();
  const ids = [await newWorkspace(), await newWorkspace()].toSorted();
  expect(await lookAtAll()).toEqual(ids);
  clock.nowMs += 17 * hourMs;
  expect(await lookAtAll()).toEqual([]);
  clock.nowMs += 7 * hourMs;
  expect(await lookAtAll()).toEqual(ids);
});

test('a workspace is due when its next work is', async () => {
  const { clock, index, lookAtAll, newWorkspace } = setUp();
  const id = await newWorkspace();
  await lookAtAll();
  await index.settle(id, clock.nowMs, clock.nowMs + hourMs);
  clock.nowMs += hourMs - 1;
  expect(await index.due()).toEqual([]);
  clock.nowMs += 1;
  expect(await index.due()).toEqual([id]);
});

describe('work that is begun in a workspace', () => {
  const begin = {
    'a delivery': async (workspaceId: string) =>
      await createAdmissions(connection).admit(
        { workspaceId, automationId: newId('automation') },
        arrivalWith(),
        {
          attempt: 'new',
        },
      ),
    'a message of a chat': async (workspaceId: string) =>
      await createConversations({ ...connection, workflowUrl: () => null }).save(
        {
          workspaceId,
          agentId: newId('agent'),
          agentName: 'A',
          conversationId: newId('conversation'),
          messageId: newId('message'),
          text: 'Hello',
        },
        { isNew: true },
      ),
    'an erasure': async (workspaceId: string) =>
      await createErasures(connection).begin(workspaceId, { kind: 'reference', target: 'Order 7' }),
    'an alert rule': async (workspaceId: string) =>
      await createAlertRules({
        ...connection,
        vault: createVault([{ id: 'k1', key: Buffer.alloc(32) }]),
      }).create(workspaceId, {
        name: 'Silent',
        automationId: null,
        condition: { kind: 'silence', minutes: 60 },
        channel: { kind: 'webhook', url: 'https://a.example' },
      }),
  };

  test.each(Object.keys(begin) as (keyof typeof begin)[])(
    'is looked at for minutes, whatever a look found before it was stored: %s',
    async (what) => {
      const { clock, lookAtAll, newWorkspace } = setUp();
      const [id, other] = [await newWorkspace(), await newWorkspace()];
      expect(await lookAtAll()).toEqual([id, other].toSorted());
      await begin[what](id);
      expect(await lookAtAll()).toEqual([id]);
      expect(await lookAtAll()).toEqual([id]);
      clock.nowMs += 11 * 60_000;
      expect(await lookAtAll()).toEqual([id]);
      expect(await lookAtAll()).toEqual([]);
    },
  );
});

describe('an installation of an earlier release, which has no index', () => {
  async function older(count: number) {
    const world = setUp();
    const ids = Array.from({ length: count }, () => newId('workspace')).toSorted();
    await world.redis.zAdd(
      keys.workspaces(),
      ids.map((value, score) => ({ score, value })),
    );
    return { ...world, ids };
  }

  test('has every workspace looked at once', async () => {
    const { ids, lookAtAll } = await older(1_100);
    expect(await lookAtAll()).toEqual(ids);
    expect(await lookAtAll()).toEqual([]);
  });

  test('has every workspace looked at where the index was begun and not finished', async () => {
    const { redis, ids, lookAtAll } = await older(3);
    await redis.zAdd(keys.sweepDue(), { score: 0, value: ids[0]! });
    expect(await lookAtAll()).toEqual(ids);
  });
});

test('with other settings every workspace is looked at once', async () => {
  const { lookAtAll, newWorkspace } = setUp();
  const id = await newWorkspace();
  await lookAtAll();
  const changed = setUp({ basis: 'k2' });
  expect(await changed.lookAtAll()).toEqual([id]);
  expect(await changed.lookAtAll()).toEqual([]);
});

test('a workspace that is deleted leaves the index', async () => {
  const { redis, clock, index, lookAtAll, newWorkspace } = setUp();
  const id = await newWorkspace();
  await lookAtAll();
  await createErasures(connection).begin(id, { kind: 'workspace' });
  await redis.zRem(keys.workspaces(), id);
  clock.nowMs += dayMs;
  expect(await index.due()).toEqual([]);
  expect(await redis.exists([keys.sweepDue(), keys.sweepNoted()])).toBe(0);
});
