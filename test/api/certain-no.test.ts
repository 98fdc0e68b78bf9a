import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { redisContent } from '#test/support/redis-content.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

const patience = { timeoutMs: 60_000 };
const condition = 'has(body.status) && body.status == "paid"';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Answer {
  readonly status: string;
  readonly deliveryId: string;
  readonly eventId: string;
}

async function newOwner(content: object = { condition }) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation(content);
  const { id } = automation;
  const workspaceId = owner.workspace.id;
  const hook = { workspaceId, automationId: id };
  async function post(body: string, headers: Readonly<Record<string, string>> = {}) {
    return await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': randomUUID(), ...headers },
      body,
    });
  }
  const deliver = async (given: object, headers?: Readonly<Record<string, string>>) => {
    const response = await post(JSON.stringify(given), headers);
    return { http: response.status, ...((await response.json()) as Answer) };
  };
  const change = async (given: object) =>
    expect((await owner.manage('PATCH', `/automations/${id}`, given)).status).toBe(200);
  const read = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<string, unknown>;
  /** Whether a workflow was started for it. */
  const hasRun = async ({ eventId }: Answer) => {
    const { workflow } = api.temporal.client;
    return await workflow
      .getHandle(`run/${id}/id/${eventId}`)
      .describe()
      .then(
        () => true,
        () => false,
      );
  };
  const slots = () => api.redis.zCard(keys.slots(workspaceId));
  const minute = () => api.redis.zCard(keys.minute(workspaceId));
  return { ...owner, id, hook, post, deliver, change, read, hasRun, slots, minute };
}

/** A revision of which a release before plans left no plan is judged by workers. */
const leaveToWorker = ({ workspaceId, automationId }: { workspaceId: string; automationId: string }) =>
  api.redis.hDel(keys.revision(workspaceId, automationId, 1), 'plan');

describe('a delivery that certainly does not match', () => {
  test('is accepted and recorded as skipped without a run, once for each event', async () => {
    const { deliver, read, hasRun, slots, minute, workspace } = await newOwner();
    const headers = { 'x-service-event-id': 'evt-1' };
    const first = await deliver({ status: 'open' }, headers);
    expect(first).toMatchObject({ http: 200, status: 'accepted', eventId: 'evt-1' });
    expect(await read(first.deliveryId)).toMatchObject({
      outcome: 'skipped',
      reason: 'The condition did not match: status was "open".',
      filter: { text: condition, matched: false, evidence: 'status was "open"' },
      workflow: { runId: null, url: null },
    });
    expect([await hasRun(first), await slots(), await minute()]).toEqual([false, 0, 1]);
    const again = await deliver({ status: 'paid' }, headers);
    expect(again).toMatchObject({ status: 'duplicate', deliveryId: first.deliveryId });
    expect(await hasRun(first)).toBe(false);
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(workspace.token);
    const { text } = await visitor.show(`/console/deliveries/${first.deliveryId}`);
    expect(text).toContain('status was');
    expect(text).not.toContain('Temporal Web UI');
  });

  test('is accepted also when eight are busy, and takes its place in the minute', async () => {
    const { deliver, slots, minute } = await newOwner();
    for (let number = 0; number < 8; number += 1)
      expect(await deliver({ status: 'paid' })).toMatchObject({ status: 'accepted' });
    expect(await deliver({ status: 'paid' })).toMatchObject({ http: 429 });
    expect(await deliver({ status: 'open' })).toMatchObject({ http: 200, status: 'accepted' });
    expect([await slots(), await minute()]).toEqual([8, 9]);
    for (let number = 9; number < 60; number += 1) await deliver({ status: 'open' });
    expect(await deliver({ status: 'open' })).toMatchObject({ http: 429 });
    expect([await slots(), await minute()]).toEqual([8, 60]);
  });

  test('is one where it arrives twelve times at once', async () => {
    const { deliver, minute } = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => deliver({ status: 'open' }, { 'x-service-event-id': 'one' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'accepted',
      ...Array.from({ length: 11 }, () => 'duplicate'),
    ]);
    expect(new Set(answers.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(await minute()).toBe(1);
  });

  test('does not stand in the line of its reference, nor behind what is held', async () => {
    const { deliver, change, read, slots } = await newOwner();
    await change({ order: 'reference', burst: 'hold' });
    const headers = { 'x-service-reference': 'Order 1' };
    const first = await deliver({ status: 'paid' }, headers);
    const behind = await deliver({ status: 'paid' }, headers);
    expect(await read(behind.deliveryId)).toMatchObject({ outcome: 'running', startedAt: null });
    const no = await deliver({ status: 'open' }, headers);
    expect(await read(no.deliveryId)).toMatchObject({ outcome: 'skipped', heldSince: null });
    expect(await read(first.deliveryId)).toMatchObject({ outcome: 'running' });
    expect(await slots()).toBe(1);
  });

  test('is held where the minute has no place and its automation holds, and a worker judges it', async () => {
    const { hook, deliver, change, read } = await newOwner();
    await change({ burst: 'hold' });
    const now = Date.now();
    const places = Array.from({ length: 60 }, (_, number) => ({ score: now, value: `other-${number}` }));
    await api.redis.zAdd(keys.minute(hook.workspaceId), places);
    const { deliveryId, status } = await deliver({ status: 'open' });
    expect(status).toBe('accepted');
    expect(await read(deliveryId)).toMatchObject({ outcome: 'running', filter: null });
    expect(await api.redis.hGet(keys.run(hook.workspaceId, deliveryId), 'heldSince')).not.toBeNull();
  });

  test('is skipped as every delivery where its automation is paused', async () => {
    const { deliver, manage, id, minute } = await newOwner();
    expect((await manage('POST', `/automations/${id}/pause`)).status).toBe(200);
    expect(await deliver({ status: 'open' })).toMatchObject({ status: 'skipped', reason: 'paused' });
    expect(await minute()).toBe(0);
  });

  test('takes nothing of a budget of runs, as one that a worker skips', async () => {
    const { deliver, change } = await newOwner();
    await change({ budget: { runs: 1 } });
    for (let number = 0; number < 3; number += 1)
      expect(await deliver({ status: 'open' })).toMatchObject({ status: 'accepted' });
    expect(await deliver({ status: 'paid' })).toMatchObject({ status: 'accepted' });
    expect(await deliver({ status: 'open' })).toMatchObject({ status: 'skipped', reason: 'budget' });
  });
});

test.each([
  ['a field by its name', 'field("status") == "paid"', { order: { status: 'open' } }],
  ['a field that is asked for by its name', 'has(field("total"))', { status: 'open' }],
  ['a function', 'number(body.total) > -2 + 102', { total: '99.50' }],
  ['a part of a text', 'body.title.lowerAscii().contains("urgent")', { title: 'Later' }],
])('a condition of %s is judged at the door', async (_, text, body) => {
  const { deliver, hasRun, read } = await newOwner({ condition: text });
  const answer = await deliver(body);
  expect(await read(answer.deliveryId)).toMatchObject({ outcome: 'skipped' });
  expect(await hasRun(answer)).toBe(false);
});

describe('a delivery that the door does not skip', () => {
  const large = (bytes: number) => {
    const empty = JSON.stringify({ status: 'open', text: '' });
    return JSON.stringify({ status: 'open', text: 'x'.repeat(bytes - empty.length) });
  };

  test('is one of more than 64 KB', async () => {
    const { post, hasRun } = await newOwner();
    const answers: Answer[] = [];
    for (const bytes of [65_536, 65_537]) answers.push((await (await post(large(bytes))).json()) as Answer);
    expect(await Promise.all(answers.map(hasRun))).toEqual([false, true]);
  });

  test.each([
    ['a match', condition, { status: 'paid' }],
    ['an unknown field', 'body.status == "paid"', { state: 'open' }],
    ['a macro over a list', 'body.items.exists(i, i == 1)', { items: [] }],
    ['a pattern', 'body.status.matches("paid")', { status: 'open' }],
    ['a question', 'has(body.status) && body.status == "paid" && ask("Is it urgent?")', { status: 'open' }],
  ])('is one with %s', async (_, text, body) => {
    const { deliver, hasRun } = await newOwner({ condition: text });
    expect(await hasRun(await deliver(body))).toBe(true);
  });
});

describe('a condition that changes', () => {
  test('decides from its next delivery on, in both directions', async () => {
    const { deliver, change, hasRun } = await newOwner();
    expect(await hasRun(await deliver({ status: 'open' }))).toBe(false);
    await change({ condition: 'has(body.status) && body.status == "open"' });
    expect(await hasRun(await deliver({ status: 'open' }))).toBe(true);
    expect(await hasRun(await deliver({ status: 'paid' }))).toBe(false);
    await change({ condition: null });
    expect(await hasRun(await deliver({ status: 'paid' }))).toBe(true);
    await change({ condition });
    expect(await hasRun(await deliver({ status: 'open' }))).toBe(false);
  });

  test('counts although its revision has the same number, as after a loss of the store', async () => {
    const { deliver, hook, hasRun } = await newOwner();
    await deliver({ status: 'open' });
    const other = JSON.stringify({ dialect: 1, text: 'body.status == "open"', by: 'owner' });
    const { workspaceId, automationId } = hook;
    await api.redis.hSet(keys.revision(workspaceId, automationId, 1), 'condition', other);
    expect(await hasRun(await deliver({ status: 'open' }))).toBe(true);
  });
});

/** Records in which a delivery has no part, or whose moment is not that of the answer. */
const asideOf =
  /:(?:tokens?|agents?|audit|automation:AUTOMATION(?::revision:.*)?|workspace|events:target(?::[^:]*)?|.*:answer-times:.*)(?::|$)/;

/** All that a delivery leaves in a workspace, with its ids and moments replaced. */
async function leftIn({ workspaceId, automationId }: { workspaceId: string; automationId: string }) {
  const found = [...(await redisContent(api.redis, `{${workspaceId}}*`))];
  const plain = (text: string) =>
    text
      .replaceAll(workspaceId, 'WORKSPACE')
      .replaceAll(automationId, 'AUTOMATION')
      .replaceAll(/(?<!\d)1[78]\d{11}(?!\d)/g, 'MOMENT')
      .replaceAll(/(?:\b|(?<=MOMENT))(dlv|evt|agt|etg)_[\w-]+/g, '$1');
  const left = found.map(([key, value]) => [plain(key), JSON.parse(plain(value)) as unknown] as const);
  return Object.fromEntries(left.filter(([key]) => !asideOf.test(key)));
}

test('leaves what a run leaves that a worker skips, but for what is of the workflow', async () => {
  const [door, worker] = [await newOwner(), await newOwner()];
  await leaveToWorker(worker.hook);
  await using _worker = await startRunsWorker(api);
  const target = { url: 'https://example.com/events', events: ['run.finished'] };
  const headers = { 'x-service-event-id': 'evt-1', 'x-service-reference': 'Order 1' };
  const [byDoor, byWorker] = await Promise.all(
    [door, worker].map(async ({ manage, deliver, read, hook, slots, hasRun }) => {
      expect((await manage('POST', '/event-targets', target)).status).toBe(201);
      const answer = await deliver({ status: 'open', total: 1 }, headers);
      const { deliveryId } = answer;
      await until('it is over', async () => (await read(deliveryId))['outcome'] === 'skipped', patience);
      const shapes = keys.shapes(hook.workspaceId, hook.automationId);
      await until('its shape is noted', async () => (await api.redis.exists(shapes)) === 1, patience);
      expect(await slots()).toBe(0);
      const left = await leftIn(hook);
      const {
        '{WORKSPACE}:delivery:dlv': record,
        '{WORKSPACE}:delivery:dlv:turns': turns,
        '{WORKSPACE}:storage': storage,
        ...others
      } = left;
      const { storedBytes, hotBytes } = record as Record<string, string>;
      expect(storage).toMatchObject({ bytes: storedBytes, hotBytes });
      return { record, turns, others, hasRun: await hasRun(answer), shown: await read(deliveryId) };
    }),
  );
  const { nonce, runId, ...record } = byWorker!.record as Record<string, string>;
  expect([nonce?.length, runId?.length, byWorker!.hasRun, byDoor!.hasRun]).toEqual([32, 36, true, false]);
  const bytes = { storedBytes: expect.any(String) as string, hotBytes: expect.any(String) as string };
  expect(byDoor!.record).toEqual({ ...record, ...bytes });
  // The record of the judgement, kept for an hour, is for a run that is not over.
  expect(byDoor!.turns).toBeUndefined();
  expect(byDoor!.others).toEqual(byWorker!.others);
  const { workflow, ...shown } = byDoor!.shown;
  expect(workflow).toMatchObject({ runId: null, url: null });
  expect(Object.keys(shown)).toEqual(Object.keys(byWorker!.shown).filter((name) => name !== 'workflow'));
});
