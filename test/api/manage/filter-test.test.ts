import { afterAll, beforeAll, expect, it } from 'vitest';

import type { FilterTest } from '#api/operations/automations/filter-test.ts';
import { keys } from '#store/records/index.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** An automation to which deliveries of these totals came, and one of them in another form. */
async function setUp(totals: readonly unknown[]) {
  const { workspace, manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation();
  const path = `/automations/${automation.id}`;
  const deliver = (body: string) =>
    fetch(automation.hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const total of totals) await deliver(JSON.stringify({ order: { total } }));
  const tryFilter = async (body: object) => {
    const response = await manage('POST', `${path}/filter-test`, body);
    return { status: response.status, json: (await response.json()) as FilterTest & { code: string } };
  };
  return { workspace, manage, path, deliver, tryFilter };
}

it('says how many of the newest deliveries would have run, newest first, with the evidence', async () => {
  const { manage, path, tryFilter } = await setUp([50, 150, 250]);
  const activity = async () => await (await manage('GET', `${path}/activity`)).json();
  const before = await activity();
  const { status, json } = await tryFilter({ filter: 'order.total is greater than 100' });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    plain: expect.stringContaining('100'),
    wouldRun: 2,
    wouldSkip: 1,
    needsModel: 0,
    of: 3,
    items: [
      { matched: true, evidence: expect.stringContaining('250') },
      { matched: true, evidence: expect.stringContaining('150') },
      { matched: false, evidence: expect.stringContaining('50') },
    ],
  });
  const { items } = before as { items: { deliveryId: string; receivedAt: string }[] };
  expect(json.items.map(({ deliveryId, receivedAt }) => ({ deliveryId, receivedAt }))).toEqual(
    items.map(({ deliveryId, receivedAt }) => ({ deliveryId, receivedAt })),
  );
  // Nothing came of it: no run, no other filter.
  expect(await activity()).toEqual(before);
  expect(await (await manage('GET', path)).json()).toMatchObject({ filter: null, revision: 1 });
});

it('counts apart what only a model could decide', async () => {
  const { tryFilter } = await setUp([1, 2]);
  const { json } = await tryFilter({ filter: 'The customer sounds angry' });
  expect(json).toMatchObject({ plain: null, wouldRun: 0, wouldSkip: 0, needsModel: 2, of: 2 });
  expect(json.items[0]).toMatchObject({ matched: null, evidence: expect.stringContaining('angry') });
});

it('looks at no more than asked for', async () => {
  const { tryFilter } = await setUp([1, 2, 3]);
  const { json } = await tryFilter({ filter: 'order.total exists', limit: 2 });
  expect([json.of, json.wouldRun]).toEqual([2, 2]);
});

it('passes over what was kept without a body, and looks further', async () => {
  const { workspace, deliver, tryFilter } = await setUp([7]);
  for (const id of [1, 2, 3]) {
    const { deliveryId } = (await (await deliver(JSON.stringify({ id }))).json()) as { deliveryId: string };
    await api.redis.del(keys.body(workspace.id, deliveryId));
  }
  const { json } = await tryFilter({ filter: 'order.total is 7', limit: 1 });
  expect(json).toMatchObject({ wouldRun: 1, of: 1 });
});

it('is empty where nothing arrived yet', async () => {
  const { tryFilter } = await setUp([]);
  expect((await tryFilter({ filter: 'order.total is 7' })).json).toMatchObject({ of: 0, items: [] });
});

it.each([
  ['no filter', {}, 'filter'],
  ['a blank filter', { filter: '  ' }, 'filter must not be blank'],
  ['a limit that is too large', { filter: 'x exists', limit: 51 }, 'limit'],
])('refuses %s', async (_, body, message) => {
  const { tryFilter } = await setUp([]);
  const { status, json } = await tryFilter(body);
  expect([status, json]).toMatchObject([
    400,
    { code: 'INVALID_REQUEST', message: expect.stringContaining(message.split(' ')[0]!) },
  ]);
});

it('does not know the automations of another workspace', async () => {
  const { path } = await setUp([]);
  const { manage } = await api.newOwner();
  expect((await manage('POST', `${path}/filter-test`, { filter: 'x exists' })).status).toBe(404);
});
