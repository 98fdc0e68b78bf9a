import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let target: Awaited<ReturnType<typeof startOrderTarget>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

beforeAll(async () => {
  target = await startOrderTarget({ key: 'k' });
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const plan = (amount = '{{body.amount}}') => ({
  steps: [{ request: { method: 'POST', url: `${target.url}/orders`, body: { amount } } }],
  answer: 'Done.',
});

async function setUp() {
  const { manage } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    const text = await response.text();
    return {
      status: response.status,
      json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  const content = { name: 'Orders', instructions: 'x', plan: plan(), condition: 'body.amount > 10' };
  const created = (await call('POST', '/automations', content)).json;
  const path = `/automations/${created['id'] as string}`;
  await call('POST', `/agents/${created['agentId'] as string}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'k',
  });
  const send = (body: object) =>
    fetch((created['url'] as string).replace(api.config.PUBLIC_URL, api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': randomUUID() },
      body: JSON.stringify(body),
    });
  async function deliver(body: object) {
    const response = await send(body);
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const read = async () => (await call('GET', `/deliveries/${deliveryId}`)).json;
    await expect.poll(async () => (await read())['outcome'], { timeout: 10_000 }).not.toBe('running');
    return deliveryId;
  }
  /** The id of a delivery that arrives during a pause. */
  async function pause(body: object) {
    await call('POST', `${path}/pause`);
    await send(body);
    const { items } = (await call('GET', `${path}/skipped`)).json as { items: { deliveryId: string }[] };
    return items[0]?.deliveryId ?? '';
  }
  const keep = async (body: object) => await call('POST', `${path}/cases`, body);
  const list = async () => (await call('GET', `${path}/cases`)).json['items'] as Record<string, unknown>[];
  const remove = async (id: string) => (await call('DELETE', `${path}/cases/${id}`)).status;
  return { call, deliver, pause, keep, list, remove, change: (body: object) => call('PATCH', path, body) };
}

describe('the cases of an automation', () => {
  it('hold as their run did, and a save says which no longer do', async () => {
    const { deliver, keep, list, change } = await setUp();
    const [small, large] = [await deliver({ amount: 5 }), await deliver({ amount: 50 })];
    expect(await keep({ deliveryId: small, name: 'A small one' })).toMatchObject({
      status: 201,
      json: { expected: { kind: 'skipped' }, holds: true },
    });
    expect(await keep({ deliveryId: large })).toMatchObject({
      status: 201,
      json: {
        expected: { kind: 'requests', requests: [{ title: 'POST', body: '{"amount":50}' }] },
        holds: true,
      },
    });
    expect((await change({ name: 'Other' })).json).not.toHaveProperty('brokenCases');
    expect(await change({ condition: 'body.amount > 1' })).toMatchObject({
      status: 200,
      json: { brokenCases: [{ name: 'A small one', summary: 'it should be skipped, and would be run' }] },
    });
    expect((await list()).map(({ holds }) => holds)).toEqual([true, false]);
  });

  it('refuse a save that breaks one that must hold, unless it is forced', async () => {
    const { deliver, keep, change } = await setUp();
    const deliveryId = await deliver({ amount: 50 });
    await keep({ deliveryId, mustHold: true });
    const change2 = { plan: plan('{{body.amount}} EUR') };
    const refused = await change(change2);
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'CASES_BROKEN', cases: [{ deliveryId, mustHold: true }] },
    });
    expect(await change({ ...change2, force: true })).toMatchObject({
      status: 200,
      json: { brokenCases: [{ mustHold: true }] },
    });
  });

  it('may be corrected by hand', async () => {
    const { deliver, keep, change } = await setUp();
    const deliveryId = await deliver({ amount: 50 });
    const requests = [{ method: 'POST', url: `${target.url}/orders`, body: { amount: '50 EUR' } }];
    const expected = { kind: 'requests', requests };
    expect(await keep({ deliveryId, expected })).toMatchObject({ status: 201, json: { holds: false } });
    const changed = await change({ plan: plan('{{body.amount}} EUR') });
    expect(changed.status).toBe(200);
    expect(changed.json).not.toHaveProperty('brokenCases');
  });

  it('are read for a delivery beside what its run did, which is nothing where it was not judged', async () => {
    const { call, deliver, keep, pause } = await setUp();
    const deliveryId = await deliver({ amount: 50 });
    const read = async (id: string) => (await call('GET', `/deliveries/${id}/case`)).json;
    const request = { title: 'POST', target: `${target.url}/orders`, body: '{"amount":50}' };
    const done = { kind: 'requests', requests: [request] };
    expect(await read(deliveryId)).toMatchObject({ kept: null, done, requests: [request] });
    await keep({ deliveryId, name: 'Caught', expected: { kind: 'skipped' } });
    expect(await read(deliveryId)).toMatchObject({
      kept: { name: 'Caught', expected: { kind: 'skipped' }, mustHold: false },
      done,
    });
    const skipped = await pause({ amount: 60 });
    expect(await read(skipped)).toMatchObject({ kept: null, done: null, requests: [] });
    expect(await keep({ deliveryId: skipped })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^expected: must say/) },
    });
    const reading = [{ method: 'GET', url: target.url }];
    const never = { deliveryId, expected: { kind: 'requests', requests: reading } };
    expect(await keep(never)).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^expected\.requests\.0\.method: /) },
    });
  });

  it('go with their delivery, or alone', async () => {
    const { call, deliver, keep, list, remove } = await setUp();
    const [one, other] = [await deliver({ amount: 5 }), await deliver({ amount: 6 })];
    await keep({ deliveryId: one });
    await keep({ deliveryId: other });
    expect((await call('DELETE', `/deliveries/${one}`)).status).toBe(204);
    const [left, ...others] = await list();
    expect(others).toEqual([]);
    expect(left).toMatchObject({ deliveryId: other });
    expect(await remove(left?.['id'] as string)).toBe(204);
    expect(await list()).toEqual([]);
  });
});
