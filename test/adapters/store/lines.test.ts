import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Ending } from '#contracts/run.ts';
import { limits } from '#domain/limits.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import { createCounts } from '#store/counts/counts.ts';
import { createHeld } from '#store/held.ts';
import { keys } from '#store/records/index.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const succeeded: Ending = { outcome: 'succeeded', reason: null };

/** An automation that runs what is of one reference in order, with nothing under way. */
async function setUp({ order = 'reference' }: { readonly order?: 'none' | 'reference' } = {}) {
  const { redis } = connection;
  const { run, runs, automations, admissions } = await beginRun(redis);
  await runs.finish(run, succeeded);
  const { workspaceId, automationId } = run;
  const hook = { workspaceId, automationId };
  await automations.setLimits(hook, { order });
  const admission = async (deliveryId: string, given: Partial<Arrival> = {}) => {
    const arrival = {
      deliveryId,
      workflowId: `run/${deliveryId}`,
      eventId: deliveryId,
      reference: 'A',
      ...given,
    };
    return await admissions.admit(hook, arrivalWith(arrival), { attempt: 'new' });
  };
  const admit = async (deliveryId: string, given: Partial<Arrival> = {}) => {
    const { status } = await admission(deliveryId, given);
    if (status === 'claimed') await admissions.confirm(hook, deliveryId);
    return status;
  };
  const finish = (deliveryId: string, ending = succeeded) =>
    runs.finish({ kind: 'delivery', ...hook, deliveryId }, ending);
  const { release } = createHeld({ redis });
  /** The deliveries that may begin now. */
  const released = async () => {
    const ids: string[] = [];
    for (;;) {
      const answer = await release(hook);
      if (answer.status !== 'released') return ids;
      ids.push(answer.delivery.deliveryId);
    }
  };
  const held = (id: string) => redis.hExists(keys.run(workspaceId, id), 'heldSince');
  const slots = () => redis.zCard(keys.slots(workspaceId));
  /** As if so many runs of another automation were under way. */
  const take = (count: number) =>
    redis.zAdd(
      keys.slots(workspaceId),
      Array.from({ length: count }, (_, index) => ({ score: Infinity, value: `other-${index}` })),
    );
  const left = async () => [
    ...(await redis.keys(`{${workspaceId}}:*held*`)),
    ...(await redis.keys(`{${workspaceId}}:*:line:*`)),
  ];
  const setOrder = (changed: 'none' | 'reference') => automations.setLimits(hook, { order: changed });
  return {
    redis,
    runs,
    hook,
    admission,
    admit,
    finish,
    release,
    released,
    held,
    slots,
    take,
    left,
    setOrder,
  };
}

describe('deliveries of one reference', () => {
  test('are run one after the other, in the order in which they came, and leave nothing', async () => {
    const { admit, finish, released, held, slots, left } = await setUp();
    expect(await admit('1')).toBe('stored');
    for (const id of ['2', '3', '4']) expect(await admit(id)).toBe('held');
    expect([await slots(), await held('2'), await held('1')]).toEqual([1, 1, 0]);
    expect(await released()).toEqual([]);
    for (const [ended, next] of [
      ['1', '2'],
      ['2', '3'],
      ['3', '4'],
    ] as const) {
      expect(await finish(ended)).toMatchObject({ isFirst: true, freesNext: true });
      expect(await released()).toEqual([next]);
      expect(await held(next)).toBe(0);
    }
    expect(await finish('4')).toMatchObject({ freesNext: false });
    expect(await left()).toEqual([]);
  });

  test('do not keep others waiting, nor those without a reference', async () => {
    const { admit } = await setUp();
    await admit('1');
    expect(await admit('2')).toBe('held');
    expect(await admit('3', { reference: 'B' })).toBe('stored');
    expect([await admit('4', { reference: null }), await admit('5', { reference: null })]).toEqual([
      'claimed',
      'claimed',
    ]);
    expect(await admit('6')).toBe('held');
  });

  test.each<Ending['outcome']>(['failed', 'skipped', 'needs_model', 'unknown_effect'])(
    'go on where one ends as %s',
    async (outcome) => {
      const { admit, finish, released } = await setUp();
      await admit('1');
      await admit('2');
      await finish('1', { outcome, reason: 'It did.' });
      expect(await released()).toEqual(['2']);
    },
  );

  test('wait for one that waits without a slot, for its target or for an approval', async () => {
    const { redis, hook, runs, admit, released, slots, finish } = await setUp();
    await admit('1');
    await runs.giveSlotBack({ kind: 'delivery', ...hook, deliveryId: '1' }, 60_000, 'https://a.example');
    expect([await admit('2'), await slots(), await released()]).toEqual(['held', 0, []]);
    await redis.hSet(keys.run(hook.workspaceId, '1'), 'outcome', 'waiting');
    expect([await admit('3'), await released()]).toEqual(['held', []]);
    await finish('1');
    expect(await released()).toEqual(['2']);
  });

  test('go on where one in the middle of the line is erased', async () => {
    const { admit, finish, released, left } = await setUp();
    for (const id of ['1', '2', '3']) await admit(id);
    expect(await finish('2', { outcome: 'failed', reason: 'Erased.' })).toMatchObject({ freesNext: false });
    await finish('1');
    expect(await released()).toEqual(['3']);
    await finish('3');
    expect(await left()).toEqual([]);
  });

  test('stand in line too where their owner runs them again', async () => {
    const { admit, finish, released } = await setUp();
    await admit('1');
    expect(await admit('2', { replayOf: '0' })).toBe('held');
    expect(await admit('3', { runOf: '0' })).toBe('held');
    await finish('1');
    expect(await released()).toEqual(['2']);
  });

  test('are refused beyond a hundred behind the run that is under way', async () => {
    const { redis, hook, admission, admit, finish } = await setUp();
    await admit('0');
    for (let number = 1; number <= limits.lineMax; number += 1) expect(await admit(`${number}`)).toBe('held');
    expect(await admission('over')).toEqual({ status: 'full', of: 'line' });
    expect(await redis.exists(keys.run(hook.workspaceId, 'over'))).toBe(0);
    expect(await admit('other', { reference: 'B' })).toBe('stored');
    // The next one is the first of the line now, and does not run yet.
    await finish('0');
    expect(await admission('over')).toEqual({ status: 'full', of: 'line' });
    await createHeld({ redis }).release(hook);
    expect(await admit('over')).toBe('held');
  });

  test('are one event while one is in line', async () => {
    const { admit } = await setUp();
    await admit('1');
    await admit('2');
    expect([await admit('2'), await admit('1')]).toEqual(['duplicate', 'duplicate']);
  });

  test('count among what runs in the statistics, and among what is held for alerts', async () => {
    const { redis, hook, admit } = await setUp();
    const { workspaceId, automationId } = hook;
    const running = async () =>
      (await createCounts({ redis }).stats(workspaceId, { automationId, step: 'day', last: 2 })).total
        .outcomes.running;
    for (const id of ['1', '2', '3']) await admit(id);
    expect(await running()).toBe(3);
    const since = await createHeld({ redis }).since(workspaceId, null);
    expect(since).toHaveLength(2);
    expect(since).toEqual(since.toSorted((one, other) => one - other));
  });

  test('count to what the automation holds', async () => {
    const { redis, hook, admission, admit } = await setUp();
    await admit('1');
    await redis.set(keys.heldBytes(hook.workspaceId, hook.automationId), '20000000');
    expect(await admission('2')).toEqual({ status: 'full', of: 'hold' });
  });
});

describe('without room', () => {
  test('a delivery whose reference is free is refused, as ever', async () => {
    const { admit, admission, take, left } = await setUp();
    await take(8);
    expect(await admission('1')).toEqual({ status: 'full', slots: 8 });
    expect(await left()).toEqual([]);
    expect(await admit('1')).toBe('full');
  });

  test('it is held where `burst` says so; the oldest whose reference is free comes first', async () => {
    const { redis, hook, admit, finish, take, release, released } = await setUp();
    await redis.hSet(keys.automation(hook.workspaceId, hook.automationId), 'burst', 'hold');
    expect(await admit('A1')).toBe('stored');
    await take(7);
    for (const id of ['A2', 'B1', 'A3', 'B2', 'C1'])
      expect(await admit(id, { reference: id[0]! })).toBe('held');
    expect(await release(hook)).toEqual({ status: 'full' });
    await finish('A1');
    expect(await released()).toEqual(['A2']);
    await finish('A2');
    expect(await released()).toEqual(['B1']);
    await finish('B1');
    expect(await released()).toEqual(['A3']);
    await redis.del(keys.slots(hook.workspaceId));
    expect(await released()).toEqual(['B2', 'C1']);
  });

  test('one that stood in line for a day lets the automation hold others', async () => {
    const { redis, hook, admit, finish, take } = await setUp();
    const { workspaceId, automationId } = hook;
    await redis.hSet(keys.automation(workspaceId, automationId), 'burst', 'hold');
    await admit('1');
    await admit('2');
    const yesterday = (Date.now() - 25 * 60 * 60_000) * 1_000;
    await redis.zAdd(keys.heldInLine(workspaceId, automationId), { score: yesterday, value: '2' });
    await take(8);
    await finish('1');
    expect(await redis.zRange(keys.heldDeliveries(workspaceId, automationId), 0, -1)).toEqual(['2']);
    expect(await admit('3', { reference: 'B' })).toBe('held');
  });
});

describe('a change of the order', () => {
  test('to `none` leaves what is in line to be run in its turn', async () => {
    const { admit, finish, released, setOrder, left } = await setUp();
    for (const id of ['1', '2', '3']) await admit(id);
    await setOrder('none');
    expect(await admit('4')).toBe('claimed');
    await finish('1');
    expect(await released()).toEqual(['2']);
    await finish('2');
    expect(await released()).toEqual(['3']);
    for (const id of ['3', '4']) await finish(id);
    expect(await left()).toEqual([]);
  });

  test('to `reference` counts what is under way, and what is held', async () => {
    const { redis, hook, admit, finish, take, released, setOrder } = await setUp({ order: 'none' });
    const { workspaceId, automationId } = hook;
    await redis.hSet(keys.automation(workspaceId, automationId), 'burst', 'hold');
    await admit('1');
    await admit('2');
    await take(8);
    for (const id of ['3', '4']) expect(await admit(id)).toBe('held');
    await setOrder('reference');
    expect(await admit('5')).toBe('held');
    await redis.del(keys.slots(workspaceId));
    expect(await released()).toEqual([]);
    await finish('1');
    expect(await released()).toEqual([]);
    await finish('2');
    for (const [next, id] of [
      ['3', '3'],
      ['4', '4'],
      ['5', '5'],
    ] as const) {
      expect(await released()).toEqual([next]);
      await finish(id);
    }
  });
});

describe('a line is freed', () => {
  test('by the next look where the record of its run is lost', async () => {
    const { redis, hook, admit, released, finish, left } = await setUp();
    for (const id of ['1', '2', '3']) await admit(id);
    await redis.del([keys.run(hook.workspaceId, '1'), keys.run(hook.workspaceId, '2')]);
    expect(await createHeld({ redis }).holding(hook.workspaceId)).toEqual([hook.automationId]);
    expect(await released()).toEqual(['3']);
    await finish('3');
    expect((await left()).filter((key) => key.includes(':line'))).toEqual([]);
  });

  test('by the next look where a process that knows no lines ended its run', async () => {
    const { redis, hook, admit, released } = await setUp();
    for (const id of ['1', '2']) await admit(id);
    await redis.hSet(keys.run(hook.workspaceId, '1'), 'outcome', 'succeeded');
    expect(await released()).toEqual(['2']);
  });

  test('by the next delivery too', async () => {
    const { redis, hook, admit } = await setUp();
    await admit('1');
    await redis.hSet(keys.run(hook.workspaceId, '1'), 'outcome', 'succeeded');
    expect(await admit('2')).toBe('stored');
  });

  test('and empty once its automation is deleted: nothing that is held is run', async () => {
    const { redis, hook, admit, release, finish, left } = await setUp();
    for (const id of ['1', '2', '3']) await admit(id);
    await redis.hSet(keys.automation(hook.workspaceId, hook.automationId), 'state', 'deleted');
    for (const id of ['2', '3']) {
      expect(await release(hook)).toEqual({ status: 'retired', deliveryId: id });
      await finish(id, { outcome: 'skipped', reason: 'Deleted.' });
    }
    expect(await release(hook)).toEqual({ status: 'empty' });
    await finish('1');
    expect(await left()).toEqual([]);
  });
});
