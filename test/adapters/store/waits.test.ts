import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { keys } from '#store/records/index.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const target = 'https://api.example.com';
const elsewhere = 'https://other.example.com';

/** A workspace with one automation, whose runs wait, ask for a slot and end. */
async function setUp() {
  const { redis } = connection;
  const { run: first, runs, admissions, deliveries } = await beginRun(redis);
  const { workspaceId, automationId } = first;
  const runOf = (deliveryId: string) => ({ ...first, deliveryId });
  const slots = () => redis.zCard(keys.slots(workspaceId));
  async function arrive(deliveryId = newId('delivery')) {
    const arrival = arrivalWith({ deliveryId, workflowId: `run/${deliveryId}`, eventId: deliveryId });
    const { status } = await admissions.admit(first, arrival, { attempt: 'new' });
    if (status === 'claimed') await admissions.confirm(first, deliveryId);
    return status;
  }
  /** Runs that wait for a target, and hold no slot. */
  async function wait(ids: readonly string[], waitsFor = target) {
    for (const id of ids) {
      expect(await arrive(id)).toBe('claimed');
      await runs.giveSlotBack(runOf(id), 1_000, waitsFor);
    }
  }
  /** Takes all slots but `free`. */
  async function fill(free = 0) {
    while ((await slots()) < 8 - free) await arrive();
  }
  const resume = async (id: string) => (await runs.takeSlotAgain(runOf(id))).waitMs;
  const end = (id: string) => runs.finish(runOf(id), { outcome: 'failed', reason: 'Over.' });
  const freeOne = async () => {
    const [holder = ''] = await redis.zRange(keys.slots(workspaceId), 0, 0);
    await end(holder);
  };
  const record = (id: string) => deliveries.find(workspaceId, id);
  const waiting = async () => ({
    runs: await redis.zRange(keys.waiting(workspaceId), 0, -1),
    ofAutomation: await redis.sMembers(keys.waitingOfAutomation(workspaceId, automationId)),
    queues: await redis.keys(`{${workspaceId}}:resuming:*`),
    resumed: await redis.hGetAll(keys.slotsResumed(workspaceId)),
  });
  /** The worker of a run is gone: it does not ask again. */
  const isGone = (id: string, overdueMs: number) =>
    redis.zAdd(keys.waiting(workspaceId), { value: id, score: Date.now() - overdueMs });
  await end(first.deliveryId);
  return { redis, first, runs, slots, arrive, wait, fill, resume, end, freeOne, record, waiting, isGone };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
const nothing = { runs: [], ofAutomation: [], queues: [], resumed: {} };

describe('a run that waits', () => {
  test('holds no slot, and shows when it tries again', async () => {
    const { slots, wait, record, arrive } = await setUp();
    const beganMs = Date.now();
    await wait(numbered(8));
    expect(await slots()).toBe(0);
    expect(await arrive()).toBe('claimed');
    const shown = await record('w0');
    expect(shown).toMatchObject({ outcome: 'running' });
    expect(Date.parse(shown?.nextTryAt ?? '')).toBeGreaterThan(beganMs);
  });

  test('takes a slot for its next step, and shows none of it any more', async () => {
    const { slots, wait, resume, record, waiting } = await setUp();
    await wait(['w0']);
    expect(await resume('w0')).toBe(0);
    expect(await resume('w0')).toBe(0);
    expect(await slots()).toBe(1);
    expect(await record('w0')).toMatchObject({ outcome: 'running', nextTryAt: null });
    expect(await waiting()).toEqual({ ...nothing, resumed: { w0: target } });
  });

  test.each(['while it waits', 'while it wants a slot', 'in its next step'] as const)(
    'leaves nothing behind when it ends %s',
    async (when) => {
      const { wait, fill, resume, end, record, waiting, slots } = await setUp();
      await wait(['w0']);
      if (when === 'while it wants a slot') await fill();
      const heldBefore = await slots();
      if (when !== 'while it waits') await resume('w0');
      await end('w0');
      expect(await waiting()).toEqual(nothing);
      expect(await slots()).toBe(heldBefore);
      expect(await record('w0')).toMatchObject({ outcome: 'failed', nextTryAt: null });
    },
  );

  test('that is over already is not listed', async () => {
    const { runs, first, waiting } = await setUp();
    await runs.giveSlotBack(first, 1_000, target);
    expect(await waiting()).toEqual(nothing);
  });

  test('continues where an earlier release left it with its slot', async () => {
    const { fill, first, runs, redis } = await setUp();
    await fill();
    const [holder = ''] = await redis.zRange(keys.slots(first.workspaceId), 0, 0);
    expect(await runs.takeSlotAgain({ ...first, deliveryId: holder })).toEqual({ waitMs: 0, queuedMs: 0 });
  });

  test('keeps its automation from taking more than a thousand of them', async () => {
    const { redis, first, arrive, slots } = await setUp();
    const waitsHere = keys.waitingOfAutomation(first.workspaceId, first.automationId);
    await redis.sAdd(waitsHere, numbered(999));
    expect(await arrive()).toBe('claimed');
    await redis.sAdd(waitsHere, 'w999');
    expect(await arrive()).toBe('full');
    expect(await slots()).toBe(1);
  });
});

describe('the slots', () => {
  test('are taken by four runs at most that waited for the same target', async () => {
    const { wait, resume, end, slots } = await setUp();
    await wait([...numbered(6)]);
    await wait(['other'], elsewhere);
    for (const id of numbered(4)) expect(await resume(id)).toBe(0);
    expect(await resume('w4')).toBeGreaterThan(0);
    expect(await resume('w5')).toBeGreaterThan(0);
    expect(await resume('other')).toBe(0);
    expect(await slots()).toBe(5);
    await end('w2');
    expect(await resume('w5')).toBeGreaterThan(0);
    expect(await resume('w4')).toBe(0);
  });

  test('are taken in the order in which runs of a target asked, past those that do not come', async () => {
    const { wait, fill, resume, freeOne, isGone } = await setUp();
    await wait(numbered(7));
    await fill();
    for (const id of numbered(7)) expect(await resume(id)).toBeGreaterThan(0);
    expect(await resume('w6')).toBeGreaterThan(await resume('w0'));
    // Four before it might each take one.
    for (let free = 0; free < 3; free += 1) await freeOne();
    expect(await resume('w6')).toBeGreaterThan(0);
    for (const id of numbered(3)) await isGone(id, 15_000);
    expect(await resume('w6')).toBe(0);
    // One that was late comes where it was.
    expect(await resume('w0')).toBe(0);
  });

  test('forget the order of those that did not come for a minute', async () => {
    const { wait, fill, resume, isGone, waiting, redis } = await setUp();
    await wait(['w0', 'w1']);
    await fill();
    await resume('w0');
    await resume('w1');
    await isGone('w0', 61_000);
    await resume('w1');
    const { queues } = await waiting();
    expect(await redis.zRange(queues[0]!, 0, -1)).toEqual(['w1']);
  });
});

describe('the last free slot', () => {
  test('is taken in turns by new deliveries and by runs that waited', async () => {
    const { wait, fill, resume, arrive, freeOne } = await setUp();
    await wait(numbered(4));
    await fill();
    const taken: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      expect(await resume(`w${round}`)).toBeGreaterThan(0);
      expect(await arrive()).toBe('full');
      await freeOne();
      // Whoever comes first here, it is the turn of the other after it.
      if ((await arrive()) === 'claimed') taken.push('new');
      else if ((await resume(`w${round}`)) === 0) taken.push('waited');
      await freeOne();
      if ((await arrive()) === 'claimed') taken.push('new');
      else if ((await resume(`w${round}`)) === 0) taken.push('waited');
    }
    expect(taken).toEqual(['new', 'waited', 'new', 'waited', 'new', 'waited', 'new', 'waited']);
  });

  test('is taken by runs that waited where no new delivery was refused', async () => {
    const { wait, fill, resume } = await setUp();
    await wait(numbered(2));
    await fill(2);
    expect(await resume('w0')).toBe(0);
    expect(await resume('w1')).toBe(0);
  });

  test('is taken by new deliveries where no run that waited wants it', async () => {
    const { wait, fill, arrive, freeOne } = await setUp();
    await wait(numbered(2));
    await fill();
    for (let round = 0; round < 3; round += 1) {
      expect(await arrive()).toBe('full');
      await freeOne();
      expect(await arrive()).toBe('claimed');
    }
  });
});
