import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { noStorageLimits } from '#domain/storage-limits.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createReplays } from '#store/delivery/replays.ts';
import { readBody } from '#store/delivery/stored-body.ts';
import { createSkippedDeliveries } from '#store/delivery/skipped.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { keys } from '#store/records/index.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createRuns } from '#store/run/runs.ts';
import { createStorage } from '#store/workspace/storage.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);

/** A workspace with an automation, and what it stores. */
async function setUp({ limits = noStorageLimits, now = Date.now } = {}) {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const automations = createAutomations({ redis, vault });
  const agentId = newId('agent');
  const content = { name: 'Orders', instructions: 'Summarise.', filter: null, agentId };
  const { id: automationId } = await automations.create(workspaceId, content);
  const hook = { workspaceId, automationId };
  const admissions = createAdmissions({ redis, storageLimits: limits });
  const runs = createRuns({ redis });
  const conversations = createConversations({ redis, workflowUrl: () => null, storageLimits: limits });

  async function admit(bytes: number, deliveryId = newId('delivery')) {
    const body = Buffer.alloc(bytes, 'a');
    const arrival = arrivalWith({ deliveryId, workflowId: `run/${deliveryId}`, eventId: deliveryId, body });
    const admission = await admissions.admit(hook, arrival, { attempt: 'new' });
    return { deliveryId, admission, arrival };
  }
  async function accept(bytes: number) {
    const { deliveryId, admission } = await admit(bytes);
    expect(admission.status).toBe('claimed');
    expect(await admissions.confirm(hook, deliveryId)).toBe('confirmed');
    return { kind: 'delivery', workspaceId, automationId, deliveryId } as const;
  }
  async function process(bytes: number) {
    const run = await accept(bytes);
    await runs.begin(run, 'temporal-run', 'n'.repeat(32));
    await planRequest(runs, run, 'GET');
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    return run;
  }
  const message = (text: string, messageId = newId('message')) => ({
    workspaceId,
    agentId,
    agentName: 'Agent',
    conversationId: newId('conversation'),
    messageId,
    text,
  });
  const stored = async () => (await createStorage({ redis, now }).of(workspaceId)).storedBytes;
  /** The sizes noted with the present runs, and their real ones. */
  async function sums() {
    const found = await redis.keys(`{${workspaceId}}:delivery:*`);
    const records = found.filter((key) => key.split(':').length === 3);
    let [noted, held] = [0, 0];
    for (const key of records) {
      const { storedBytes = '0', hotBytes: _, ...fields } = await redis.hGetAll(key);
      noted += Number(storedBytes);
      const steps = await redis.hGetAll(`${key}:steps`);
      held += (await readBody(redis, `${key}:body`))?.byteLength ?? 0;
      for (const [name, value] of [...Object.entries(fields), ...Object.entries(steps)])
        held += Buffer.byteLength(name) + Buffer.byteLength(value);
    }
    return { noted, held };
  }
  return {
    redis,
    workspaceId,
    hook,
    admissions,
    runs,
    conversations,
    admit,
    accept,
    process,
    message,
    stored,
    sums,
  };
}

describe('the stored bytes of a workspace', () => {
  test('are those of its fields, steps and bodies, to the byte', async () => {
    const { process, stored, sums } = await setUp();
    for (const bytes of [10, 100_000, 0]) await process(bytes);
    const { noted, held } = await sums();
    expect(held).toBeGreaterThan(100_010);
    expect([await stored(), noted]).toEqual([held, held]);
  });

  test('count the ids of what processed a delivery again or stood in for it, once each', async () => {
    const { redis, workspaceId, process, accept, stored, sums } = await setUp();
    const replays = createReplays({ redis, blobs: noBlobs });
    const [{ deliveryId }, open] = [await process(10), await accept(10)];
    for (const replayId of ['dlv_first', 'dlv_other'])
      for (const firstId of [deliveryId, open.deliveryId])
        await replays.noteReplay(workspaceId, firstId, replayId);
    await createSkippedDeliveries({ redis }).supersede(workspaceId, deliveryId, 'dlv_newer');
    const { noted, held } = await sums();
    expect([await stored(), noted]).toEqual([held, held]);
    await replays.noteReplay(workspaceId, 'dlv_gone', 'dlv_first');
    expect(await redis.exists(keys.run(workspaceId, 'dlv_gone'))).toBe(0);
  });

  test('grow, for an archived delivery, by the id of its replay alone', async () => {
    const { redis, workspaceId, process, stored } = await setUp();
    const { deliveryId } = await process(50_000);
    const before = await stored();
    // As the archive leaves it: counted, and no longer here.
    await redis.unlink(keys.body(workspaceId, deliveryId));
    await createReplays({ redis, blobs: noBlobs }).noteReplay(workspaceId, deliveryId, 'dlv_other');
    expect(await stored()).toBe(before + 'replayedAs'.length + 'dlv_other'.length);
  });

  test('do not count a claim, nor one that is withdrawn', async () => {
    const { admit, admissions, hook, stored } = await setUp();
    const { deliveryId } = await admit(1_000);
    expect(await stored()).toBe(0);
    await admissions.withdraw(hook, deliveryId);
    expect(await stored()).toBe(0);
  });

  test('count a delivery once that is confirmed by the intake and by its run', async () => {
    const { accept, admissions, hook, stored, sums } = await setUp();
    const { deliveryId } = await accept(1_000);
    expect(await admissions.confirm(hook, deliveryId)).toBe('already');
    expect(await stored()).toBe((await sums()).held);
  });

  test('shrink to what stays where a delivery is erased', async () => {
    const { redis, workspaceId, process, stored, sums } = await setUp();
    const { deliveryId } = await process(50_000);
    expect(await createEraser({ redis, blobs: noBlobs }).strip({ workspaceId, deliveryId })).toBe('stripped');
    const { noted } = await sums();
    expect(noted).toBeLessThan(2_000);
    expect(await stored()).toBe(noted);
  });

  test('are none once the retention has removed everything', async () => {
    const { redis, workspaceId, process, stored } = await setUp();
    for (const bytes of [10, 20]) await process(bytes);
    expect(await stored()).toBeGreaterThan(0);
    const later = () => Date.now() + 2 * 86_400_000;
    const removed = await createRetention({
      redis,
      blobs: noBlobs,
      retentionDays: 1,
      now: later,
    }).removeExpired(workspaceId);
    expect(removed).toMatchObject({ failures: [] });
    expect(await stored()).toBe(0);
  });

  test('count the messages of chats, and not those that were withdrawn', async () => {
    const { conversations, message, stored, sums } = await setUp();
    const [kept, withdrawn] = [message('What did you do today?'), message('Never mind.')];
    for (const one of [kept, withdrawn])
      expect(await conversations.save(one, { isNew: true })).toBe('stored');
    await conversations.withdraw(withdrawn);
    const { noted } = await sums();
    expect(noted).toBeGreaterThan(20);
    expect(await stored()).toBe(noted);
  });

  test('a counter that cannot be read keeps nothing from being stored, finished and removed', async () => {
    const { redis, workspaceId, process, stored } = await setUp();
    await redis.hSet(keys.storage(workspaceId), 'bytes', 'many');
    const { deliveryId } = await process(10);
    expect(await stored()).toBe(0);
    expect(await createEraser({ redis, blobs: noBlobs }).strip({ workspaceId, deliveryId })).toBe('stripped');
  });
});

describe('a workspace at its limit', () => {
  const limits = { storedBytesMax: 100_000, storedBytesPerDay: 1_000_000 };

  test('refuses what would be too much, takes what fits, and leaves no trace of the refusal', async () => {
    const { redis, workspaceId, accept, admit, stored } = await setUp({ limits });
    await accept(90_000);
    const before = await stored();
    const { deliveryId, admission } = await admit(20_000);
    expect(admission).toEqual({ status: 'storage', limit: 'total' });
    expect(await redis.exists(keys.run(workspaceId, deliveryId))).toBe(0);
    expect(await redis.zCard(keys.minute(workspaceId))).toBe(1);
    expect(await stored()).toBe(before);
    expect((await admit(1_000)).admission.status).toBe('claimed');
  });

  test('takes a delivery again whose sender comes again after an erasure', async () => {
    const { redis, workspaceId, process, admit } = await setUp({ limits });
    const { deliveryId } = await process(90_000);
    const refused = await admit(20_000);
    expect(refused.admission.status).toBe('storage');
    await createEraser({ redis, blobs: noBlobs }).strip({ workspaceId, deliveryId });
    expect((await admit(20_000, refused.deliveryId)).admission).toMatchObject({
      status: 'claimed',
      by: 'first',
    });
  });

  test('answers a duplicate as one', async () => {
    const { accept, admit } = await setUp({ limits });
    const { deliveryId } = await accept(99_000);
    expect((await admit(99_000, deliveryId)).admission).toEqual({
      status: 'duplicate',
      firstReceivedAt: expect.any(Number),
    });
  });

  test('gives a run that is started its record all the same', async () => {
    const { accept, admissions, hook } = await setUp({ limits });
    await accept(99_000);
    const arrival = arrivalWith({ body: Buffer.alloc(20_000) });
    const admission = await admissions.admit(hook, arrival, { attempt: 'started' });
    expect(admission).toMatchObject({ status: 'claimed' });
  });

  test('refuses a message as well', async () => {
    const { accept, conversations, message } = await setUp({ limits });
    await accept(99_990);
    expect(await conversations.save(message('Hello?'), { isNew: true })).toBe('total');
  });
});

describe('the limit of a day', () => {
  const limits = { storedBytesMax: 10_000_000, storedBytesPerDay: 100_000 };

  test('counts what was stored today, also what was erased since', async () => {
    const { redis, workspaceId, process, admit } = await setUp({ limits });
    const { deliveryId } = await process(90_000);
    await createEraser({ redis, blobs: noBlobs }).strip({ workspaceId, deliveryId });
    expect((await admit(20_000)).admission).toEqual({ status: 'storage', limit: 'day' });
  });

  test('begins anew with the next day', async () => {
    const { redis, workspaceId, process, admit } = await setUp({ limits });
    await process(90_000);
    // The clock of Redis cannot be moved: what it noted becomes that of yesterday.
    await redis.hIncrBy(keys.storage(workspaceId), 'day', -1);
    expect((await admit(20_000)).admission.status).toBe('claimed');
    expect((await createStorage({ redis }).of(workspaceId)).todayBytes).toBe(0);
  });
});

test('a paused automation keeps the newest thousand rows, and their bytes', async () => {
  const { redis, workspaceId, hook, admissions, stored, sums } = await setUp();
  const paused = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
  const skip = (n: number) =>
    admissions.skip(
      hook,
      arrivalWith({
        deliveryId: `dlv_${n}`,
        eventId: `e${n}`,
        reference: 'Ticket 7',
        receivedAt: new Date(1_700_000_000_000 + n),
        headers: { 'x-long': 'h'.repeat(500) },
      }),
      paused,
    );
  for (let n = 0; n < 1_003; n += 1) await skip(n);
  const ids = await redis.zRange(keys.activity(workspaceId, hook.automationId), 0, -1);
  expect(ids).toHaveLength(1_000);
  expect(ids[0]).toBe('dlv_3');
  expect(await redis.zCard(keys.activityWith(workspaceId, hook.automationId, 'skipped'))).toBe(1_000);
  expect(await redis.keys(`{${workspaceId}}:delivery:dlv_?`)).toHaveLength(7);
  expect(await redis.zCard(keys.deliveryIndex(workspaceId))).toBe(2_000);
  const { noted, held } = await sums();
  expect([await stored(), noted]).toEqual([held, held]);
});
