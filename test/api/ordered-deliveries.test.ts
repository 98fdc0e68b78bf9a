import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { arrivalWith } from '#test/support/run.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';

const patience = { timeoutMs: 120_000 };
const key = 'key-of-the-target';

// A sweep of other tests would take over what stands in a shared one.
let redis: Awaited<ReturnType<typeof startOwnRedis>>;
let api: Awaited<ReturnType<typeof startApi>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  redis = await startOwnRedis();
  api = await startApi({ REDIS_URL: redis.url });
  target = await startOrderTarget({
    key,
    // An order without a number is refused, and its run fails.
    answer: async ({ body }, response) => {
      response
        .writeHead(body.includes('"bad"') ? 422 : 201, { 'content-type': 'application/json' })
        .end('{}');
    },
  });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

interface Row {
  readonly deliveryId: string;
  readonly outcome: string;
  readonly heldSince: string | null;
  readonly reference: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** The owner of an automation whose runs of one reference go one after the other, and wait at the target below `path`. */
async function newOwner({ path = `/held/${randomUUID()}` } = {}) {
  const owner = await api.newOwner();
  const { manage } = owner;
  const automation = await owner.newAutomation({
    instructions: `POST ${target.url}${path} with JSON {"number": "{{number}}"}.`,
  });
  const { id } = automation;
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: key };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const change = async (given: object) =>
    (await (await manage('PATCH', `/automations/${id}`, given)).json()) as Record<string, unknown>;
  expect(await change({ order: 'reference' })).toMatchObject({ order: 'reference' });
  const deliver = async (number: string, reference: string | null = 'Order 1') => {
    const response = await fetch(automation.hook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-event-id': `event-${number}`,
        ...(reference !== null && { 'x-service-reference': reference }),
      },
      body: JSON.stringify({ number }),
    });
    return { code: response.status, ...((await response.json()) as { status: string; deliveryId: string }) };
  };
  const rows = async () => {
    const response = await manage('GET', `/automations/${id}/activity?limit=200`);
    return ((await response.json()) as { items: Row[] }).items;
  };
  const ended = async () => (await rows()).filter(({ outcome }) => outcome !== 'running').length;
  const read = async (deliveryId: string) =>
    (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as Row & Record<string, unknown>;
  /** The numbers of the deliveries whose requests the target has seen, in that order. */
  const sent = () =>
    target.seen
      .filter((seen) => seen.path === path)
      .map(({ body }) => (JSON.parse(body) as { number: string }).number);
  const hook = { workspaceId: owner.workspace.id, automationId: id };
  const slots = () => api.redis.zCard(keys.slots(hook.workspaceId));
  return { ...owner, id, path, hook, change, deliver, rows, ended, read, sent, slots };
}

async function sweep(): Promise<void> {
  const options = { workflowId: randomUUID(), taskQueue: api.runsQueue, args: [] };
  await (await api.temporal.client.workflow.start('sweep', options)).result();
}

const lines = ({ workspaceId }: { readonly workspaceId: string }) =>
  api.redis.keys(`{${workspaceId}}:*line*`);

test('runs of one reference wait for the one before, in order; other references overtake', async () => {
  const { deliver, ended, read, sent, rows, slots, path, hook, workspace } = await newOwner();
  await using _worker = await startRunsWorker(api);
  const first = await deliver('1');
  await until('it waits at the target', () => target.holding(path) === 1, patience);
  const [second, third] = [await deliver('2'), await deliver('3')];
  expect([first, second, third].map(({ code, status }) => [code, status])).toEqual(
    [1, 2, 3].map(() => [200, 'accepted']),
  );
  expect(await read(second.deliveryId)).toMatchObject({ outcome: 'running', startedAt: null });
  expect((await rows()).filter(({ heldSince }) => heldSince !== null)).toHaveLength(2);
  expect(await slots()).toBe(1);
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(workspace.token);
  expect((await visitor.show(`/console/deliveries/${second.deliveryId}`)).text).toContain(
    '<span class="outcome running">held</span>',
  );
  await deliver('other', 'Order 2');
  await deliver('none', null);
  await until('the others are at the target', () => target.holding(path) === 3, patience);
  expect(sent().toSorted()).toEqual(['1', 'none', 'other']);
  expect(await deliver('2')).toEqual({ ...second, status: 'duplicate' });
  target.release(path);
  await until('all have run', async () => (await ended()) === 5, patience);
  expect(sent().filter((number) => /\d/.test(number))).toEqual(['1', '2', '3']);
  expect(await lines(hook)).toEqual([]);
});

test('the next one runs where one fails, is erased or is terminated', async () => {
  const { deliver, ended, read, sent, manage, path } = await newOwner();
  await using _worker = await startRunsWorker(api);
  const killed = await deliver('1');
  await until('it waits at the target', () => target.holding(path) === 1, patience);
  const [second, erased] = [await deliver('2'), await deliver('3')];
  await deliver('4');
  expect((await manage('DELETE', `/deliveries/${erased.deliveryId}`)).status).toBe(204);
  const { workflow } = (await read(killed.deliveryId)) as unknown as { workflow: { id: string } };
  await api.temporal.client.workflow.getHandle(workflow.id).terminate();
  await sweep();
  target.release(path);
  await until('all are over', async () => (await ended()) === 4, patience);
  expect(sent()).toEqual(['1', '2', '4']);
  expect(await read(killed.deliveryId)).toMatchObject({ outcome: 'unknown_effect' });
  expect(await read(second.deliveryId)).toMatchObject({ outcome: 'succeeded', heldSince: null });
});

test('a run that fails is followed by the next', async () => {
  const { deliver, ended, rows, sent } = await newOwner({ path: `/orders/${randomUUID()}` });
  for (const number of ['bad', '2', '3']) await deliver(number);
  await using _worker = await startRunsWorker(api);
  await until('all are over', async () => (await ended()) === 3, patience);
  expect((await rows()).map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'failed']);
  expect(sent()).toEqual(['bad', '2', '3']);
});

test('eight senders at once: each reference is run in the order in which its deliveries were accepted', async () => {
  const { deliver, ended, rows, read, sent, hook } = await newOwner({ path: `/orders/${randomUUID()}` });
  await using _worker = await startRunsWorker(api);
  const numbers = [1, 2, 3, 4, 5];
  await Promise.all(
    Array.from({ length: 8 }, async (_, sender) => {
      // Two senders name the same reference.
      const reference = `Order ${Math.floor(sender / 2)}`;
      for (const number of numbers)
        await until(
          'it is accepted',
          async () => (await deliver(`${sender}.${number}`, reference)).code === 200,
          patience,
        );
    }),
  );
  await until('all are over', async () => (await ended()) === 40, patience);
  for (let sender = 0; sender < 8; sender += 1)
    expect(sent().filter((number) => number.startsWith(`${sender}.`))).toEqual(
      numbers.map((number) => `${sender}.${number}`),
    );
  expect(sent()).toHaveLength(40);
  const whole = await Promise.all((await rows()).map(({ deliveryId }) => read(deliveryId)));
  for (const runs of Map.groupBy(whole, ({ reference }) => reference).values()) {
    const inOrder = runs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
    for (const [index, { startedAt }] of inOrder.entries())
      if (index > 0) expect(startedAt >= inOrder[index - 1]!.finishedAt).toBe(true);
  }
  expect(await lines(hook)).toEqual([]);
});

test('a replay of its owner stands in line', async () => {
  const { deliver, ended, read, sent, manage, path, change } = await newOwner();
  await using _worker = await startRunsWorker(api);
  const first = await deliver('1', 'Order 2');
  await until('it waits at the target', () => target.holding(path) === 1, patience);
  target.release(path);
  await until('it is over', async () => (await ended()) === 1, patience);
  const other = `/held/${randomUUID()}`;
  await change({ instructions: `POST ${target.url}${other} with JSON {"number": "{{number}}"}.` });
  await deliver('2', 'Order 2');
  await until('the second waits at the target', () => target.holding(other) === 1, patience);
  const response = await manage('POST', `/deliveries/${first.deliveryId}/replay`);
  const replay = (await response.json()) as { deliveryId: string };
  expect(response.status).toBeLessThan(300);
  expect((await read(replay.deliveryId)).heldSince).not.toBeNull();
  target.release(other);
  await until('all are over', async () => (await ended()) === 3, patience);
  expect(sent()).toEqual(['1']);
  expect(target.seen.filter((seen) => seen.path === other).map(({ body }) => body)).toEqual([
    '{"number":"2"}',
    '{"number":"1"}',
  ]);
});

test('a delivery whose process died before it started the run is run by the sweep, and then those behind it', async () => {
  const { deliver, ended, sent, hook, path, id } = await newOwner();
  target.release(path);
  const arrival = arrivalWith({
    deliveryId: newId('delivery'),
    workflowId: `run/${id}/id/event-1`,
    contentType: 'application/json',
    body: Buffer.from('{"number":"1"}'),
    reference: 'Order 1',
  });
  const admitted = await createAdmissions(api).admit(hook, arrival, { attempt: 'new' });
  expect(admitted).toMatchObject({ status: 'stored' });
  await deliver('2');
  await using _worker = await startRunsWorker(api);
  expect(sent()).toEqual([]);
  await sweep();
  await until('both are over', async () => (await ended()) === 2, patience);
  expect(sent()).toEqual(['1', '2']);
});

test('a hundred stand behind a run, and the next is answered 429', async () => {
  const { deliver, hook, read } = await newOwner();
  const first = await deliver('0');
  for (let number = 1; number <= 100; number += 1) {
    expect(await deliver(`${number}`)).toMatchObject({ status: 'accepted' });
    await api.redis.del(keys.minute(hook.workspaceId));
  }
  expect(await deliver('101')).toMatchObject({ code: 'CONCURRENCY_EXCEEDED' });
  expect(await deliver('101', 'Order 2')).toMatchObject({ status: 'accepted' });
  expect(await read(first.deliveryId)).toMatchObject({ heldSince: null });
});
