import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createIntake } from '#intake/receive.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { keys } from '#store/records/index.ts';
import { createVault } from '#store/secret/vault.ts';
import type { RunState } from '#temporal/run-states.ts';
import { arrivalWith } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { noBlobs } from '#test/support/no-blobs.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** An intake over real Redis whose Temporal does what the test says. */
async function setUp(
  start: (deliveryId: string) => Promise<'started' | 'already-started'>,
  state: RunState = { status: 'open' },
  replicated: () => Promise<void> = () => Promise.resolve(),
) {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const automations = createAutomations({
    redis,
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]),
  });
  const content = { name: 'Orders', instructions: 'Summarise.', filter: null, agentId: 'agt_1' };
  const hook = { workspaceId, automationId: (await automations.create(workspaceId, content)).id };
  const admissions = createAdmissions({ redis });
  const woken: string[] = [];
  const intake = createIntake({
    admissions,
    slots: { reclaim: () => Promise.resolve({ done: 0, failures: [] }) },
    replication: { reached: replicated },
    runStarter: {
      start: ({ deliveryId }) => start(deliveryId),
      recordStored: (workflowId) => Promise.resolve(void woken.push(workflowId)),
    },
    runStates: { of: () => Promise.resolve(state) },
  });
  const deliveries = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });
  const arrival = arrivalWith({ eventId: 'evt' });
  const record = () => deliveries.find(workspaceId, arrival.deliveryId);
  const traces = async () => ({
    keys: await redis.keys(`{${workspaceId}}:delivery:*`),
    slots: await redis.zCard(keys.slots(workspaceId)),
    minute: await redis.zCard(keys.minute(workspaceId)),
  });
  return { redis, woken, hook, intake, admissions, automations, arrival, record, traces };
}

const automationKey = ({ workspaceId, automationId }: { workspaceId: string; automationId: string }) =>
  keys.automation(workspaceId, automationId);

const nothing = { keys: [], slots: 0, minute: 0 };

describe('a delivery in the line of its reference', () => {
  const inLine = async (start: () => Promise<'started' | 'already-started'>) => {
    const given = await setUp(start);
    await given.automations.setLimits(given.hook, { order: 'reference' });
    const arrival = { ...given.arrival, reference: 'Order 1' };
    const slot = () => given.redis.zScore(keys.slots(given.hook.workspaceId), arrival.deliveryId);
    return { ...given, arrival, slot, receipt: await given.intake.receive(given.hook, arrival) };
  };

  test('is accepted and stored for good although its run could not be started: it has its slot', async () => {
    const { receipt, record, slot } = await inLine(() => Promise.reject(new Error('Temporal is away')));
    expect(receipt).toMatchObject({ status: 'accepted' });
    expect(await record()).toMatchObject({ outcome: 'running', heldSince: null });
    expect(await slot()).toBe(Infinity);
  });

  test('wakes the run that a refused try had started', async () => {
    const { receipt, woken, arrival } = await inLine(() => Promise.resolve('already-started'));
    expect([receipt.status, woken]).toEqual(['accepted', [arrival.workflowId]]);
  });

  test('is accepted behind it, and not started', async () => {
    const started: string[] = [];
    const { intake, hook, arrival } = await inLine(() => {
      started.push('start');
      return Promise.resolve('started');
    });
    const second = { ...arrival, deliveryId: newId('delivery'), eventId: 'other' };
    expect(await intake.receive(hook, second)).toMatchObject({ status: 'accepted' });
    expect(started).toEqual(['start']);
  });
});

describe('a delivery whose run starts', () => {
  test('is accepted and has a lasting record before the answer', async () => {
    const { intake, hook, arrival, record, redis, woken } = await setUp(() => Promise.resolve('started'));
    expect(await intake.receive(hook, arrival)).toMatchObject({
      status: 'accepted',
      deliveryId: arrival.deliveryId,
    });
    expect(woken).toEqual([]);
    expect(await record()).toMatchObject({ outcome: 'running', eventId: 'evt' });
    expect(await redis.pTTL(keys.run(hook.workspaceId, arrival.deliveryId))).toBe(-1);
  });

  test('is written again when its claim ran out while Temporal was slow', async () => {
    const { intake, hook, arrival, record, admissions, woken } = await setUp(async (deliveryId) => {
      await admissions.withdraw(hook, deliveryId);
      return 'started';
    });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'accepted' });
    expect(await record()).toMatchObject({ outcome: 'running', arrived: { text: 'body' } });
    expect(woken).toEqual([arrival.workflowId]);
  });
});

describe('a delivery whose start fails', () => {
  test('is refused and leaves nothing behind, so that its retry is a first', async () => {
    let isDown = true;
    const { intake, hook, arrival, traces } = await setUp(() =>
      isDown ? Promise.reject(new Error('DEADLINE_EXCEEDED')) : Promise.resolve('started'),
    );
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'unavailable' });
    expect(await traces()).toEqual(nothing);
    isDown = false;
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'accepted' });
  });

  test('is put right by its retry when the run had started after all and waits for its record', async () => {
    let starts = 0;
    const { intake, hook, arrival, record, woken } = await setUp(() => {
      starts += 1;
      return starts === 1
        ? Promise.reject(new Error('DEADLINE_EXCEEDED'))
        : Promise.resolve('already-started');
    });
    await intake.receive(hook, arrival);
    expect(await intake.receive(hook, arrival)).toMatchObject({
      status: 'duplicate',
      deliveryId: arrival.deliveryId,
    });
    expect(await record()).toMatchObject({ outcome: 'running' });
    expect(woken).toEqual([arrival.workflowId]);
  });
});

describe('a delivery whose record is lost while its run starts', () => {
  test.each(['paused', 'deleted'] as const)(
    'is written again although the automation was %s in between',
    async (change) => {
      const setup = await setUp(async (deliveryId) => {
        const { workspaceId, automationId } = setup.hook;
        await setup.admissions.withdraw(setup.hook, deliveryId);
        const automation = await setup.automations.find(workspaceId, automationId);
        if (change === 'deleted') await setup.automations.remove(workspaceId, automation!);
        else await setup.automations.setState(workspaceId, automationId, change);
        return 'started';
      });
      const { intake, hook, arrival, record, redis } = setup;
      expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'accepted' });
      expect(await record()).toMatchObject({ outcome: 'running', arrived: { text: 'body' } });
      expect(await redis.pTTL(keys.run(hook.workspaceId, arrival.deliveryId))).toBe(-1);
    },
  );

  test('is refused when nothing is left of the automation, and put right by its retry where that is back', async () => {
    let starts = 0;
    const setup = await setUp(async (deliveryId) => {
      starts += 1;
      if (starts > 1) return 'already-started';
      await setup.admissions.withdraw(setup.hook, deliveryId);
      await setup.redis.rename(automationKey(setup.hook), `${automationKey(setup.hook)}-kept`);
      return 'started';
    });
    const { intake, hook, arrival, redis, record, traces } = setup;
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'unavailable' });
    expect(await traces()).toEqual(nothing);
    await redis.rename(`${automationKey(hook)}-kept`, automationKey(hook));
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
    expect(await record()).toMatchObject({ outcome: 'running' });
  });

  test('is written again however many requests there were on its URL', async () => {
    const setup = await setUp(async (deliveryId) => {
      await setup.admissions.withdraw(setup.hook, deliveryId);
      await setup.redis.set(keys.hookFlood(setup.hook.workspaceId, setup.hook.automationId), 10_000);
      return 'started';
    });
    expect(await setup.intake.receive(setup.hook, setup.arrival)).toMatchObject({ status: 'accepted' });
    expect(await setup.record()).toMatchObject({ outcome: 'running' });
  });
});

describe('a start that was given up although Temporal went on with it', () => {
  test('is accepted where the run confirmed its record by itself', async () => {
    const setup = await setUp(async (deliveryId) => {
      await setup.admissions.confirm(setup.hook, deliveryId);
      throw new Error('DEADLINE_EXCEEDED');
    });
    const { intake, hook, arrival, record } = setup;
    expect(await intake.receive(hook, arrival)).toMatchObject({
      status: 'accepted',
      deliveryId: arrival.deliveryId,
    });
    expect(await record()).toMatchObject({ outcome: 'running' });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
  });

  test('is a duplicate for a second request whose own start is given up as well', async () => {
    const setup = await setUp(async (deliveryId) => {
      await setup.admissions.confirm(setup.hook, deliveryId);
      throw new Error('DEADLINE_EXCEEDED');
    });
    const { intake, hook, arrival, admissions } = setup;
    await admissions.admit(hook, arrival, { attempt: 'new' });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
  });

  test('leaves the claim of another request alone where nothing is known of a run', async () => {
    const { intake, hook, arrival, admissions, redis } = await setUp(() =>
      Promise.reject(new Error('DEADLINE_EXCEEDED')),
    );
    await admissions.admit(hook, arrival, { attempt: 'new' });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'unavailable' });
    expect(await redis.hGet(keys.run(hook.workspaceId, arrival.deliveryId), 'phase')).toBe('claimed');
  });
});

describe('a delivery that replicas do not take', () => {
  test('is refused, and so is its retry as a duplicate, until they do', async () => {
    let isShort = true;
    const { intake, hook, arrival, record } = await setUp(
      () => Promise.resolve('started'),
      { status: 'open' },
      () => (isShort ? Promise.reject(new Error('Only 0 of 1 replicas.')) : Promise.resolve()),
    );
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'unavailable' });
    expect(await record()).toMatchObject({ outcome: 'running' });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'unavailable' });
    isShort = false;
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
  });
});

describe('a delivery that meets a defect of ours', () => {
  test('is not told to come again, and leaves nothing behind', async () => {
    const defect = new TypeError('undefined is not a function');
    const { intake, hook, arrival, traces } = await setUp(() => Promise.reject(defect));
    await expect(intake.receive(hook, arrival)).rejects.toBe(defect);
    expect(await traces()).toEqual(nothing);
  });
});

describe('a delivery whose run is known to Temporal but not to the store', () => {
  test('is a duplicate without a new record when that run is over', async () => {
    const { intake, hook, arrival, traces } = await setUp(() => Promise.resolve('already-started'), {
      status: 'closed',
      how: 'COMPLETED',
    });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
    expect(await traces()).toEqual(nothing);
  });

  test('is no second run for two requests at once either', async () => {
    const bothAsked = Promise.withResolvers<'already-started'>();
    let starts = 0;
    const { intake, hook, arrival, traces } = await setUp(
      () => {
        starts += 1;
        if (starts === 2) bothAsked.resolve('already-started');
        return bothAsked.promise;
      },
      { status: 'closed', how: 'COMPLETED' },
    );
    const receipts = await Promise.all([intake.receive(hook, arrival), intake.receive(hook, arrival)]);
    expect(receipts).toMatchObject([{ status: 'duplicate' }, { status: 'duplicate' }]);
    expect(await traces()).toEqual(nothing);
  });
});

describe('a delivery whose run Temporal forgot between two questions', () => {
  test('leaves nothing behind and is a duplicate, so that no record waits for a run that is gone', async () => {
    const { intake, hook, arrival, traces } = await setUp(() => Promise.resolve('already-started'), {
      status: 'missing',
    });
    expect(await intake.receive(hook, arrival)).toMatchObject({ status: 'duplicate' });
    expect(await traces()).toEqual(nothing);
  });
});

describe('two requests of one event at once', () => {
  test('survive the failure of the first: the second starts the run and keeps a record', async () => {
    const first = Promise.withResolvers<'started'>();
    let starts = 0;
    const { intake, hook, arrival, record } = await setUp(() => {
      starts += 1;
      return starts === 1 ? first.promise : Promise.resolve('started');
    });
    const one = intake.receive(hook, arrival);
    await expect.poll(() => starts).toBe(1);
    first.reject(new Error('DEADLINE_EXCEEDED'));
    const [, other] = await Promise.all([one, intake.receive(hook, arrival)]);
    expect(other).toMatchObject({ status: 'accepted' });
    expect(await record()).toMatchObject({ outcome: 'running' });
  });
});
