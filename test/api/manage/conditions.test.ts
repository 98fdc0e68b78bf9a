import { afterAll, beforeAll, expect, it } from 'vitest';

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

async function setUp(texts: object) {
  const { manage, newAutomation } = await api.newOwner();
  const { id, hook } = await newAutomation({ instructions: 'Summarise the delivery.', ...texts });
  const path = `/automations/${id}`;
  const call = async (method: string, at: string, body?: object) => {
    const response = await manage(method, at, body);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const deliver = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  };
  return { path, call, deliver };
}

it('decides the runs of an automation, and the record says why', async () => {
  const { call, deliver, path } = await setUp({
    condition: 'body.status == "paid" && number(body.total) > 100',
  });
  const [run, skip, unknown] = [
    await deliver({ status: 'paid', total: '1,250.00' }),
    await deliver({ status: 'open', total: '1,250.00' }),
    await deliver({ status: 'paid' }),
  ];
  const recordOf = async (id: string) => (await call('GET', `/deliveries/${id}`)).json;
  await expect.poll(async () => (await recordOf(run))['outcome']).toBe('succeeded');
  await expect.poll(async () => (await recordOf(skip))['outcome']).toBe('skipped');
  await expect.poll(async () => (await recordOf(unknown))['outcome']).toBe('needs_model');
  expect(await recordOf(skip)).toMatchObject({
    filter: { matched: false, evidence: 'status was "open"' },
    cost: { automationRuns: 0 },
  });
  expect(await recordOf(unknown)).toMatchObject({
    reason: 'The condition is unknown on this delivery: total is missing.',
    filter: { matched: null },
    cost: { automationRuns: 0 },
  });
  expect((await call('GET', path)).json).toMatchObject({
    filter: null,
    conditionState: 'adopted',
    understood: { filter: { plain: expect.stringContaining('body.status == "paid"'), needsModel: false } },
    wouldRun: { of: 3, run: 1, skip: 1, unknown: 1, missing: [{ path: 'body.total', missingIn: 1 }] },
  });
});

it('that does not compile is refused with its place, and nothing is saved', async () => {
  const { call, path } = await setUp({});
  for (const [method, at] of [
    ['PATCH', path],
    ['POST', `${path}/filter-test`],
  ] as const) {
    const { status, json } = await call(method, at, { condition: 'body.total >' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'INVALID_CONDITION', line: 1, column: 13 });
  }
  expect((await call('GET', path)).json).toMatchObject({ condition: null, revision: 1 });
});

it('makes way for what other English means in the same write, unless it comes with it', async () => {
  const condition = 'body.total > 1';
  const { call, path } = await setUp({ filter: 'total is over 1', condition });
  const change = async (body: object) => (await call('PATCH', path, body)).json;
  expect(await change({ name: 'Other' })).toMatchObject({ condition });
  expect(await change({ filter: 'total is over 1' })).toMatchObject({ condition });
  expect(await change({ filter: 'total is over 2', condition: 'body.total > 2' })).toMatchObject({
    condition: 'body.total > 2',
  });
  const read = 'number(field("total")) > 3';
  expect(await change({ filter: 'total is over 3' })).toMatchObject({ condition: read });
  expect(await change({ filter: 'people in a hurry' })).toMatchObject({
    condition: null,
    conditionState: 'none',
  });
  const { items } = (await call('GET', `${path}/revisions`)).json as {
    items: { condition: string | null }[];
  };
  expect(items.map((revision) => revision.condition)).toEqual([
    null,
    read,
    'body.total > 2',
    condition,
    condition,
    condition,
  ]);
});

it('is tried on stored deliveries without being saved', async () => {
  const { call, deliver, path } = await setUp({});
  for (const total of [50, 150]) await deliver({ total });
  const { json } = await call('POST', `${path}/filter-test`, { condition: 'body.total > 100' });
  expect(json).toMatchObject({
    wouldRun: 1,
    wouldSkip: 1,
    needsModel: 0,
    plain: 'Run when body.total > 100.',
  });
  expect((await call('POST', `${path}/filter-test`, {})).status).toBe(400);
});
