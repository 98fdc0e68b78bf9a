import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Listed {
  readonly items: { deliveryId: string; eventId: string; outcome: string; reason: string }[];
  readonly nextCursor: string | null;
  readonly total: number;
  readonly newestPerReference: number;
}

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const path = `/automations/${automation.id}`;
  const deliver = (eventId: string, reference?: string) =>
    fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId, ...(reference && { 'x-service-reference': reference }) },
      body: '{}',
    });
  const list = async (query = '') => {
    const response = await owner.manage('GET', `${path}/skipped${query}`);
    return { status: response.status, json: (await response.json()) as Listed };
  };
  const pause = () => owner.manage('POST', `${path}/pause`);
  const resume = () => owner.manage('POST', `${path}/resume`);
  const run = (body: object) => owner.manage('POST', `${path}/run-skipped`, body);
  return { ...owner, automation, deliver, list, pause, resume, run };
}

describe('skipped deliveries', () => {
  it('are listed page by page, newest first, without those that were run since', async () => {
    const { deliver, list, pause, resume, run } = await newOwner();
    await deliver('before');
    expect((await list()).json).toEqual({ items: [], nextCursor: null, total: 0, newestPerReference: 0 });
    await pause();
    for (const eventId of ['e1', 'e2', 'e3']) await deliver(eventId, 'Order A-1');
    await deliver('e4');
    const first = (await list('?limit=2')).json;
    expect(first).toMatchObject({ total: 4, newestPerReference: 2 });
    const rest = (await list(`?limit=2&cursor=${first.nextCursor}`)).json;
    const rows = [...first.items, ...rest.items];
    expect(rows.map(({ eventId, outcome, reason }) => [eventId, outcome, reason])).toEqual(
      ['e4', 'e3', 'e2', 'e1'].map((eventId) => [eventId, 'skipped', 'paused']),
    );
    expect(rest.nextCursor).toBeNull();
    await resume();
    expect((await run({ which: 'newest_per_reference' })).status).toBe(202);
    const { json } = await list();
    expect(json).toMatchObject({ total: 2, newestPerReference: 0, nextCursor: null });
    expect(json.items.map(({ eventId }) => eventId)).toEqual(['e2', 'e1']);
  });

  it('is not shown to another workspace, and its cursor is one of this list', async () => {
    const { automation, list } = await newOwner();
    const other = await api.newOwner();
    expect((await other.manage('GET', `/automations/${automation.id}/skipped`)).status).toBe(404);
    expect((await list('?cursor=x')).status).toBe(400);
    expect((await fetch(`${api.url}/manage/automations/${automation.id}/skipped`)).status).toBe(401);
  });
});
