import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Page {
  readonly items: readonly {
    readonly deliveryId: string;
    readonly outcome: string;
    readonly automationId: string;
  }[];
  readonly nextCursor: string | null;
  readonly searchedTo: string | null;
}

/** An owner with two automations, and deliveries of both that ended. */
async function newShop() {
  const owner = await api.newOwner();
  const filter = 'Only run when the status is paid';
  const [orders, refunds] = [await owner.newAutomation({ filter }), await owner.newAutomation()];
  async function send(hook: string, eventId: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': eventId, ...headers },
      body: '{"status":"paid"}',
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const record = async () =>
      (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as { outcome: string };
    await expect.poll(async () => (await record()).outcome).not.toBe('running');
    return deliveryId;
  }
  async function list(query: string) {
    const response = await owner.manage('GET', `/deliveries${query}`);
    return { status: response.status, page: (await response.json()) as Page };
  }
  const idsOf = async (query: string) => (await list(query)).page.items.map(({ deliveryId }) => deliveryId);
  return { ...owner, orders, refunds, send, list, idsOf };
}

describe('GET /manage/deliveries', () => {
  it('lists what all automations got, newest first, narrowed by every parameter', async () => {
    const { orders, refunds, send, list, idsOf } = await newShop();
    const reference = { 'x-service-reference': 'Order 7' };
    const first = await send(orders.hook, 'evt-1', reference);
    const second = await send(refunds.hook, 'evt-1', reference);
    const third = await send(refunds.hook, 'evt-2');
    expect((await list('')).page).toMatchObject({
      items: [
        { deliveryId: third, automationId: refunds.id, eventId: 'evt-2', title: 'Orders' },
        { deliveryId: second, automationId: refunds.id, reference: 'Order 7', title: 'Orders: Order 7' },
        { deliveryId: first, automationId: orders.id, automationName: 'Orders', duplicates: 0 },
      ],
      nextCursor: null,
      searchedTo: null,
    });
    expect(await idsOf('?reference=Order%207')).toEqual([second, first]);
    expect(await idsOf('?eventId=evt-1')).toEqual([second, first]);
    expect(await idsOf(`?eventId=evt-1&automationId=${orders.id}`)).toEqual([first]);
    expect(await idsOf('?outcome=succeeded')).toEqual([third, second, first]);
    expect(await idsOf('?outcome=failed')).toEqual([]);
    expect(await idsOf('?q=order+7')).toEqual([second, first]);
    expect(await idsOf(`?q=${third}`)).toEqual([third]);
    expect(await idsOf('?to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf('?from=2020-01-01T00:00:00Z&limit=1')).toEqual([third]);
    const { page } = await list('?limit=2');
    expect(await idsOf(`?limit=2&cursor=${page.nextCursor}`)).toEqual([first]);
  });

  it('shows nothing of another workspace, by no parameter', async () => {
    const { orders, send } = await newShop();
    const stranger = await newShop();
    const deliveryId = await send(orders.hook, 'evt-1', { 'x-service-reference': 'Order 7' });
    for (const query of [
      '',
      '?eventId=evt-1',
      '?reference=Order%207',
      `?q=${deliveryId}`,
      '?q=evt-1',
      `?automationId=${orders.id}`,
    ])
      expect(await stranger.idsOf(query)).toEqual([]);
  });

  it.each([
    ['?outcome=done', 'outcome'],
    ['?from=yesterday', 'from'],
    ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['?q=%20', 'q'],
    ['?limit=201', 'limit'],
    ['?cursor=x', 'cursor'],
    ['?referense=1', 'referense'],
    [`?eventId=${'x'.repeat(256)}`, 'eventId'],
  ])('refuses %s and names the parameter', async (query, name) => {
    const { list } = await newShop();
    const { status, page } = await list(query);
    expect(status).toBe(400);
    expect(page).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(name) });
  });

  it('asks for a token', async () => {
    expect((await fetch(`${api.url}/manage/deliveries`)).status).toBe(401);
  });
});

describe('GET /manage/automations/{id}/activity', () => {
  it('is narrowed by time', async () => {
    const { manage, orders, send } = await newShop();
    const deliveryId = await send(orders.hook, 'evt-1');
    const read = async (query: string) =>
      (await (await manage('GET', `/automations/${orders.id}/activity${query}`)).json()) as Page;
    expect((await read('?from=2020-01-01T00:00:00Z')).items).toMatchObject([{ deliveryId }]);
    expect(await read('?to=2020-01-01T00:00:00Z')).toEqual({ items: [], nextCursor: null });
  });
});
