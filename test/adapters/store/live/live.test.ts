import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import type { LiveEvent } from '#contracts/live.ts';
import { newId } from '#domain/ids.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createLive, type OnLiveEvent } from '#store/live/live.ts';
import { keys } from '#store/records/index.ts';
import { startGate } from '#test/support/gate.ts';
import { arrivalWith, beginRun, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { silentLogger } from '#test/support/silent-logger.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const resync: LiveEvent = { kind: 'resync' };

/** Live events over a connection that is closed at the end of the test. */
function newLive(redis: Redis = connection.redis) {
  const live = createLive({ redis, logger: silentLogger });
  return { ...live, [Symbol.dispose]: () => live.close() };
}

/** A reader that keeps what it was told. */
function recorder() {
  const events: LiveEvent[] = [];
  const onEvent: OnLiveEvent = (event) => void events.push(event);
  /** Waits until it was told so many events. */
  const told = async (count: number) => {
    await expect.poll(() => events.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
    return events;
  };
  return { events, onEvent, told };
}

const subscriptions = async (workspaceId: string) =>
  await connection.redis.sendCommand(['PUBSUB', 'NUMSUB', `live:${workspaceId}`]);

/** As the scripts do: at the server that has the workspace. Nodes of a cluster keep no order among each other. */
const publish = async (workspaceId: string, deliveryId: string) =>
  await connection.redis.eval("return redis.call('PUBLISH', ARGV[1], ARGV[2])", {
    keys: [keys.slots(workspaceId)],
    arguments: [
      `live:${workspaceId}`,
      JSON.stringify({ deliveryId, automationId: 'aut_1', outcome: 'running' }),
    ],
  });

describe('the messages of the scripts', () => {
  test('a delivery tells that it is accepted, each step, and its end', async () => {
    using live = newLive();
    const { run, runs, admissions } = await beginRun(connection.redis);
    const { onEvent, told } = recorder();
    live.subscribe(run.workspaceId, onEvent);
    await told(1);
    const arrival = arrivalWith();
    const { automationId } = run;
    await admissions.admit(run, arrival, { attempt: 'new' });
    await admissions.confirm(run, arrival.deliveryId);
    await planRequest(runs, run, 'POST');
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    const change = { kind: 'change', automationId } as const;
    expect(await told(4)).toEqual([
      resync,
      { ...change, deliveryId: arrival.deliveryId, outcome: 'running' },
      { ...change, deliveryId: run.deliveryId, outcome: 'running' },
      { ...change, deliveryId: run.deliveryId, outcome: 'succeeded' },
    ]);
  });

  test('a request tells its step when it is settled', async () => {
    using live = newLive();
    const { run, runs } = await beginRun(connection.redis);
    await planRequest(runs, run, 'POST');
    const { onEvent, told } = recorder();
    live.subscribe(run.workspaceId, onEvent);
    await told(1);
    const call = await runs.openCall(run, 'c1');
    const step = { kind: 'model', startedAt: new Date().toISOString(), durationMs: 1 } as const;
    const tokens = { model: 'm', summary: 's', inputTokens: 0, outputTokens: 0 };
    await call.settle(null, { position: [1, 1], step: { ...step, ...tokens } });
    expect(await told(2)).toMatchObject([resync, { deliveryId: run.deliveryId, outcome: 'running' }]);
  });

  test('a delivery that a paused automation skipped is reported as skipped', async () => {
    using live = newLive();
    const { run, admissions } = await beginRun(connection.redis);
    const { onEvent, told } = recorder();
    live.subscribe(run.workspaceId, onEvent);
    await told(1);
    const arrival = arrivalWith();
    const paused = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
    await admissions.skip(run, arrival, paused);
    expect((await told(2))[1]).toMatchObject({ deliveryId: arrival.deliveryId, outcome: 'skipped' });
  });

  test('a message of a chat is told with its conversation', async () => {
    using live = newLive();
    const { redis } = connection;
    const workspaceId = newId('workspace');
    const [agentId, conversationId, messageId] = [newId('agent'), newId('conversation'), newId('message')];
    const { onEvent, told } = recorder();
    live.subscribe(workspaceId, onEvent);
    await told(1);
    const conversations = createConversations({ redis, workflowUrl: () => null });
    const message = { workspaceId, agentId, conversationId, messageId, agentName: 'A', text: 'Hello' };
    await conversations.save(message, { isNew: true });
    expect((await told(2))[1]).toEqual({
      kind: 'change',
      deliveryId: messageId,
      automationId: conversationId,
      outcome: 'running',
    });
  });
});

describe('readers', () => {
  test('any number of readers share one subscription, which ends with the last of them', async () => {
    using live = newLive();
    const workspaceId = newId('workspace');
    const readers = Array.from({ length: 200 }, recorder);
    const leave = readers.map(({ onEvent }) => live.subscribe(workspaceId, onEvent));
    for (const { told } of readers) expect(await told(1)).toEqual([resync]);
    expect(await subscriptions(workspaceId)).toEqual([`live:${workspaceId}`, 1]);
    expect(await publish(workspaceId, 'dlv_1')).toBe(1);
    for (const { told } of readers) expect(await told(2)).toMatchObject([resync, { deliveryId: 'dlv_1' }]);
    for (const end of leave.slice(1)) end();
    await publish(workspaceId, 'dlv_2');
    expect(await readers[0]!.told(3)).toHaveLength(3);
    expect(readers[1]!.events).toHaveLength(2);
    leave[0]!();
    await expect.poll(() => subscriptions(workspaceId)).toEqual([`live:${workspaceId}`, 0]);
  });

  test('a reader that comes when the last one has just left is told all the same', async () => {
    using live = newLive();
    const workspaceId = newId('workspace');
    const [first, second] = [recorder(), recorder()];
    const leave = live.subscribe(workspaceId, first.onEvent);
    await first.told(1);
    leave();
    live.subscribe(workspaceId, second.onEvent);
    await second.told(1);
    await publish(workspaceId, 'dlv_1');
    expect(await second.told(2)).toMatchObject([resync, { deliveryId: 'dlv_1' }]);
    expect(first.events).toEqual([resync]);
  });

  test('nothing of another workspace is told', async () => {
    using live = newLive();
    const [mine, other] = [newId('workspace'), newId('workspace')];
    const [reader, stranger] = [recorder(), recorder()];
    live.subscribe(mine, reader.onEvent);
    live.subscribe(other, stranger.onEvent);
    await Promise.all([reader.told(1), stranger.told(1)]);
    await publish(other, 'dlv_other');
    await publish(mine, 'dlv_mine');
    await Promise.all([reader.told(2), stranger.told(2)]);
    expect(reader.events).toMatchObject([resync, { deliveryId: 'dlv_mine' }]);
  });

  test('a busy reader gets the newest change of each run, and one that is far behind reads everything again', async () => {
    using live = newLive();
    const workspaceId = newId('workspace');
    const free = Promise.withResolvers<void>();
    const [slow, quick] = [recorder(), recorder()];
    live.subscribe(workspaceId, async (event) => {
      await slow.onEvent(event);
      if (event.kind === 'change') await free.promise;
    });
    live.subscribe(workspaceId, quick.onEvent);
    await Promise.all([slow.told(1), quick.told(1)]);
    for (const id of ['dlv_1', 'dlv_2', 'dlv_3', 'dlv_2']) await publish(workspaceId, id);
    await quick.told(5);
    expect(slow.events).toMatchObject([resync, { deliveryId: 'dlv_1' }]);
    free.resolve();
    expect(await slow.told(4)).toMatchObject([
      resync,
      { deliveryId: 'dlv_1' },
      { deliveryId: 'dlv_3' },
      { deliveryId: 'dlv_2' },
    ]);
  });

  test('a reader that is far behind is told to read everything again, once', async () => {
    using live = newLive();
    const workspaceId = newId('workspace');
    const free = Promise.withResolvers<void>();
    const [slow, quick] = [recorder(), recorder()];
    live.subscribe(workspaceId, async (event) => {
      await slow.onEvent(event);
      if (event.kind === 'change') await free.promise;
    });
    live.subscribe(workspaceId, quick.onEvent);
    await Promise.all([slow.told(1), quick.told(1)]);
    for (let number = 0; number <= 300; number += 1) await publish(workspaceId, `dlv_${number}`);
    await quick.told(302);
    free.resolve();
    const events = await slow.told(46);
    expect(events.slice(0, 4)).toMatchObject([
      resync,
      { deliveryId: 'dlv_0' },
      resync,
      { deliveryId: 'dlv_258' },
    ]);
    expect(events).toHaveLength(46);
  });

  test('a reader that throws does not keep the others from theirs', async () => {
    using live = newLive();
    const workspaceId = newId('workspace');
    const reader = recorder();
    let calls = 0;
    live.subscribe(workspaceId, () => {
      calls += 1;
      throw new Error('a reader of the test');
    });
    live.subscribe(workspaceId, reader.onEvent);
    await reader.told(1);
    await publish(workspaceId, 'dlv_1');
    expect(await reader.told(2)).toMatchObject([resync, { deliveryId: 'dlv_1' }]);
    expect(calls).toBe(1);
  });
});

describe('an outage', () => {
  const address = () => {
    const { hostname, port } = new URL(inject('redisUrl'));
    return { host: hostname, port: Number(port) };
  };

  test('is followed by a resync for all who read, and for who came meanwhile', async () => {
    await using gate = await startGate(address());
    await using behindGate = await testRedis(`redis://${gate.address}`);
    using live = newLive(behindGate.redis);
    const workspaceId = newId('workspace');
    const [early, late] = [recorder(), recorder()];
    live.subscribe(workspaceId, early.onEvent);
    await early.told(1);
    gate.set('refusing');
    await expect.poll(() => subscriptions(workspaceId)).toEqual([`live:${workspaceId}`, 0]);
    live.subscribe(workspaceId, late.onEvent);
    await publish(workspaceId, 'dlv_missed');
    gate.set('open');
    expect(await early.told(2)).toEqual([resync, resync]);
    expect(await late.told(1)).toEqual([resync]);
    await publish(workspaceId, 'dlv_1');
    expect((await early.told(3))[2]).toMatchObject({ deliveryId: 'dlv_1' });
    expect((await late.told(2))[1]).toMatchObject({ deliveryId: 'dlv_1' });
  });

  test('in which the server only falls silent is noticed', async () => {
    await using gate = await startGate(address());
    await using behindGate = await testRedis(`redis://${gate.address}`);
    using live = newLive(behindGate.redis);
    const workspaceId = newId('workspace');
    const reader = recorder();
    live.subscribe(workspaceId, reader.onEvent);
    await reader.told(1);
    gate.set('silent');
    await expect.poll(() => subscriptions(workspaceId)).toEqual([`live:${workspaceId}`, 0]);
    gate.set('open');
    expect(await reader.told(2)).toEqual([resync, resync]);
  });
});
