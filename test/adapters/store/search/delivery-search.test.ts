import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Ending } from '#contracts/run.ts';
import { eventIdOf } from '#domain/event-id.ts';
import { newId } from '#domain/ids.ts';
import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';
import { type Arrival, createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries, type DeliveryQuery } from '#store/delivery/deliveries.ts';
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

const startMs = Date.UTC(2026, 0, 1);

/** A workspace, to which deliveries are sent a second apart. */
function newWorkspace() {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const automations = createAutomations({
    redis,
    vault: createVault([{ id: 'k', key: Buffer.alloc(32, 1) }]),
  });
  const admissions = createAdmissions({ redis });
  const deliveries = createDeliveries({ redis, blobs: noBlobs, workflowUrl: () => null });
  const runs = createRuns({ redis });
  let seconds = 0;

  const newAutomation = async (name = 'Orders') =>
    (await automations.create(workspaceId, { name, instructions: 'i', filter: null, agentId: 'agt' })).id;

  /** An event that arrives and runs to its end, where one is given. */
  async function send(
    automationId: string,
    eventId: string,
    { ending, ...overrides }: Partial<Arrival> & { ending?: Ending; answer?: string } = {},
  ): Promise<string> {
    seconds += 1;
    const receivedAt = new Date(startMs + seconds * 1_000);
    const event = eventIdOf({ header: eventId, json: () => null, body: Buffer.alloc(0), receivedAt });
    const workflowId = workflowIdOf(automationId, event.key);
    const deliveryId = deliveryIdOf(workflowId);
    const arrival = arrivalWith({ deliveryId, workflowId, eventId, receivedAt, ...overrides });
    const hook = { workspaceId, automationId };
    await admissions.admit(hook, arrival, { attempt: 'started' });
    await admissions.confirm(hook, arrival.deliveryId);
    const run = { kind: 'delivery', workspaceId, automationId, deliveryId: arrival.deliveryId } as const;
    await runs.finish(run, ending ?? { outcome: 'succeeded', reason: null });
    return arrival.deliveryId;
  }

  /** All pages of a query. */
  async function idsOf(query: DeliveryQuery, limit = 50): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await deliveries.search(workspaceId, query, { limit, cursor });
      ids.push(...page.items.map(({ deliveryId }) => deliveryId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  }
  return { redis, workspaceId, automations, admissions, deliveries, newAutomation, send, idsOf };
}

describe('the list over all automations', () => {
  test.each([1, 2, 3, 7, 50])('is in one order, newest first, in pages of %i', async (limit) => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const automationIds = [await newAutomation(), await newAutomation(), await newAutomation()];
    const sent: string[] = [];
    for (const [index, which] of [0, 1, 1, 0, 2, 2, 2, 0, 1, 2, 0, 0].entries())
      sent.push(await send(automationIds[which]!, `evt-${index}`));
    expect(await idsOf({}, limit)).toEqual(sent.toReversed());
  });

  test.each([1, 2, 5])('keeps apart what arrived at one moment, in pages of %i', async (limit) => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const automationIds = [await newAutomation(), await newAutomation()];
    const receivedAt = new Date(startMs);
    const sent: string[] = [];
    for (let index = 0; index < 9; index += 1)
      sent.push(await send(automationIds[index % 2]!, `evt-${index}`, { receivedAt }));
    const ids = await idsOf({}, limit);
    expect(ids).toHaveLength(9);
    expect(ids.toSorted()).toEqual(sent.toSorted());
  });

  test('shows each delivery with its automation', async () => {
    const { workspaceId, deliveries, newAutomation, send } = newWorkspace();
    const automationId = await newAutomation('Refunds');
    const deliveryId = await send(automationId, 'evt-1', {
      reference: 'Order 7',
      referenceUrl: 'https://shop.example/7',
      ending: { outcome: 'failed', reason: 'The shop was closed.' },
    });
    const page = await deliveries.search(workspaceId, {}, { limit: 10 });
    expect(page).toEqual({
      items: [
        {
          deliveryId,
          automationId,
          automationName: 'Refunds',
          eventId: 'evt-1',
          heldSince: null,
          nextTryAt: null,
          outcome: 'failed',
          reason: 'The shop was closed.',
          failure: { causeId: expect.any(String), kind: 'other', target: null, status: null },
          reference: 'Order 7',
          referenceUrl: 'https://shop.example/7',
          title: 'Refunds: Order 7',
          receivedAt: new Date(startMs + 1_000).toISOString(),
          durationMs: expect.any(Number),
          cost: expect.objectContaining({ automationRuns: 1 }),
          requests: 0,
          duplicates: 0,
          lastDuplicateAt: null,
          causedBy: null,
          replayOf: null,
          ranAs: null,
          ranOutcome: null,
          targetSaid: null,
          answerStart: null,
        },
      ],
      nextCursor: null,
      searchedTo: null,
    });
  });

  test('has what a deleted automation did, and nothing of another workspace', async () => {
    const { workspaceId, automations, newAutomation, send, idsOf } = newWorkspace();
    const stranger = newWorkspace();
    await stranger.send(await stranger.newAutomation(), 'evt-1');
    const automationId = await newAutomation();
    const deliveryId = await send(automationId, 'evt-1');
    await automations.remove(workspaceId, (await automations.find(workspaceId, automationId))!);
    expect(await idsOf({})).toEqual([deliveryId]);
    expect(await idsOf({ eventId: 'evt-1' })).toEqual([deliveryId]);
  });

  test('is narrowed by outcome, automation and time, all at once', async () => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const [one, other] = [await newAutomation(), await newAutomation()];
    const failed = { ending: { outcome: 'failed', reason: null } } as const;
    const ids = [
      await send(one, 'evt-1', failed),
      await send(other, 'evt-2', failed),
      await send(one, 'evt-3'),
      await send(one, 'evt-4', failed),
      await send(one, 'evt-5', failed),
    ];
    expect(await idsOf({ outcome: 'failed' }, 2)).toEqual([ids[4], ids[3], ids[1], ids[0]]);
    expect(await idsOf({ automationId: one })).toEqual([ids[4], ids[3], ids[2], ids[0]]);
    const period = { fromMs: startMs + 2_000, toMs: startMs + 4_000 };
    expect(await idsOf(period, 1)).toEqual([ids[3], ids[2], ids[1]]);
    expect(await idsOf({ ...period, outcome: 'failed', automationId: one })).toEqual([ids[3]]);
    expect(await idsOf({ automationId: 'aut_unknown' })).toEqual([]);
  });
});

describe('a look-up', () => {
  test.each([
    ['plain', 'evt_1:a.b-c'],
    ['with blanks', 'order 7 / paid'],
    ['of other scripts', '注文-七'],
    ['of 255 characters', 'x'.repeat(255)],
  ])('finds an event id %s, in each automation that had it', async (_, eventId) => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const [one, other] = [await newAutomation(), await newAutomation()];
    const ids = [await send(one, eventId), await send(other, eventId)];
    await send(one, `${eventId.slice(0, 250)}-2`);
    expect(await idsOf({ eventId })).toEqual(ids.toReversed());
    expect(await idsOf({ eventId }, 1)).toEqual(ids.toReversed());
    expect(await idsOf({ eventId, automationId: one })).toEqual([ids[0]]);
  });

  test('finds the replays of an event, what was skipped while paused, and an event known by its payload', async () => {
    const { workspaceId, admissions, newAutomation, send, idsOf } = newWorkspace();
    const automationId = await newAutomation();
    const first = await send(automationId, 'evt-1');
    const replayId = newId('delivery');
    const workflowId = workflowIdOf(automationId, `replay/${replayId}`);
    await send(automationId, 'evt-1', { deliveryId: replayId, workflowId, replayOf: first });
    const skipped = arrivalWith({
      workflowId: workflowIdOf(automationId, 'id/evt-1'),
      eventId: 'evt-1',
      receivedAt: new Date(startMs + 60_000),
    });
    const paused = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt' } as const;
    await admissions.skip({ workspaceId, automationId }, skipped, paused);
    expect(await idsOf({ eventId: 'evt-1' }, 2)).toEqual([skipped.deliveryId, replayId, first]);

    const payload = {
      workflowId: workflowIdOf(automationId, 'payload/2026-01-01/ab'),
      deliveryId: newId('delivery'),
    };
    await send(automationId, 'sha256:ab', { ...payload, eventIdSource: 'payload' });
    expect(await idsOf({ eventId: 'sha256:ab' })).toEqual([payload.deliveryId]);
  });

  test('finds everything of a reference on one timeline, and nothing that only looks like it', async () => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const [one, other] = [await newAutomation(), await newAutomation()];
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1)
      ids.push(await send(index % 2 ? one : other, `evt-${index}`, { reference: 'Müller & Söhne: 7' }));
    await send(one, 'evt-x', { reference: 'müller & söhne: 7' });
    await send(one, 'evt-y');
    for (const limit of [1, 3, 50])
      expect(await idsOf({ reference: 'Müller & Söhne: 7' }, limit)).toEqual(ids.toReversed());
    const period = { fromMs: startMs + 2_000, toMs: startMs + 3_000 };
    expect(await idsOf({ reference: 'Müller & Söhne: 7', ...period })).toEqual([ids[2], ids[1]]);
    expect(await idsOf({ reference: 'Müller & Söhne: 7', automationId: one })).toEqual([
      ids[5],
      ids[3],
      ids[1],
    ]);
  });
});

describe('a search for a text', () => {
  test('gives what the text names first, then what mentions it, each once', async () => {
    const { newAutomation, send, idsOf } = newWorkspace();
    const [orders, other] = [await newAutomation('Orders'), await newAutomation('A-17 of the shop')];
    const ids = [
      await send(orders, 'A-17'),
      await send(orders, 'evt-1', { reference: 'A-17' }),
      await send(orders, 'evt-2', { ending: { outcome: 'failed', reason: 'No order a-17 there.' } }),
      await send(orders, 'evt-3'),
      await send(orders, 'evt-A-170'),
      await send(other, 'evt-4'),
    ];
    const expected = [ids[1], ids[0], ids[5], ids[4], ids[2]];
    for (const limit of [1, 2, 3, 4, 50]) expect(await idsOf({ q: 'A-17' }, limit)).toEqual(expected);
    expect(await idsOf({ q: 'A-17', outcome: 'failed' })).toEqual([ids[2]]);
    expect(await idsOf({ q: 'A-17', automationId: other })).toEqual([ids[5]]);
    expect(await idsOf({ q: 'A-17', reference: 'A-17' })).toEqual([ids[1]]);
    expect(await idsOf({ q: ids[3]! })).toEqual([ids[3]]);
    expect(await idsOf({ q: 'nowhere' })).toEqual([]);
  });

  test('finds a part of an answer', async () => {
    const { redis, workspaceId, newAutomation, send, idsOf } = newWorkspace();
    const deliveryId = await send(await newAutomation(), 'evt-1');
    await redis.hSet(`{${workspaceId}}:delivery:${deliveryId}`, 'answer', 'Refunded to Zoë Álvarez.');
    expect(await idsOf({ q: 'zoë á' })).toEqual([deliveryId]);
  });

  test('looks at a bounded number in one call, says how far it came, and goes on', async () => {
    const { redis, workspaceId, newAutomation, send, deliveries, idsOf } = newWorkspace();
    const automationId = await newAutomation();
    const oldest = await send(automationId, 'the needle of evt-0');
    const named = await send(automationId, 'needle');
    // The rest only takes time to look at.
    for (let index = 0; index < 2_100; index += 100)
      await redis.zAdd(
        `{${workspaceId}}:automation:${automationId}:activity`,
        Array.from({ length: 100 }, (_, one) => ({
          score: startMs + (index + one + 10) * 1_000,
          value: `dlv_gone-${index + one}`,
        })),
      );
    const first = await deliveries.search(workspaceId, { q: 'needle' }, { limit: 10 });
    expect(first.items.map(({ deliveryId }) => deliveryId)).toEqual([named]);
    expect(first.nextCursor).not.toBeNull();
    const at = (index: number) => new Date(startMs + (index + 10) * 1_000).toISOString();
    expect(first.searchedTo).toBe(at(1_100));
    const second = await deliveries.search(
      workspaceId,
      { q: 'needle' },
      { limit: 10, cursor: first.nextCursor! },
    );
    expect(second).toMatchObject({ items: [], searchedTo: at(100) });
    const third = await deliveries.search(
      workspaceId,
      { q: 'needle' },
      { limit: 10, cursor: second.nextCursor! },
    );
    expect(third).toMatchObject({ items: [{ deliveryId: oldest }], nextCursor: null, searchedTo: null });
    expect(await idsOf({ q: 'needle' })).toEqual([named, oldest]);
  });
});
