import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  [api, target] = await Promise.all([startApi(), startOrderTarget({ key: 'k' })]);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

type Json = Record<string, unknown>;

const order = {
  type: 'object',
  properties: { sku: { type: 'string' }, count: { type: 'integer' }, to: { type: 'object', properties: {} } },
  required: ['sku'],
};
const bodyOf = (type: string) => ({ required: true, content: { [type]: { schema: order } } });
const parameter = (name: string, place: string, schema: object) => ({
  name,
  in: place,
  required: true,
  schema,
});
const id = parameter('id', 'path', { type: 'integer' });
const document = (path = '/orders/{id}') => ({
  openapi: '3.0.3',
  info: { title: 'Shop', version: path },
  paths: {
    '/orders': { post: { operationId: 'create', requestBody: bodyOf('application/json') } },
    '/forms': { post: { operationId: 'form', requestBody: bodyOf('application/x-www-form-urlencoded') } },
    [path]: {
      get: {
        operationId: 'get',
        parameters: [id, parameter('q', 'query', { type: 'string', enum: ['a', 'b'] })],
      },
    },
  },
});

/** An owner whose agent has the operations of a shop. */
async function setUp(policy: object = {}) {
  const owner = await api.newOwner();
  const answer = async (method: string, path: string, body?: object) => {
    const response = await owner.manage(method, path, body);
    return { status: response.status, json: JSON.parse((await response.text()) || '{}') as Json };
  };
  const agents = (await answer('GET', '/agents')).json as { items: readonly [{ id: string }] };
  const agent = `/agents/${agents.items[0].id}`;
  const key = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };
  await answer('POST', `${agent}/network-access`, { ...key, ...policy });
  const query = new URLSearchParams({ name: 'shop', host: target.url, basePath: '/v1' }).toString();
  const { json } = await answer('POST', `${agent}/apis?${query}`, document());
  const apiPath = `${agent}/apis/${String(json['id'])}`;
  const operations = [{ name: 'create' }, { name: 'form', effect: 'read' }, { name: 'get', effect: 'read' }];
  await answer('PATCH', apiPath, { operations });
  const save = (...requests: readonly object[]) =>
    answer('POST', '/automations', {
      name: 'Orders',
      instructions: 'Be kind.',
      plan: { steps: requests.map((request) => ({ request })) },
    });
  async function deliver({ json: { url } }: Awaited<ReturnType<typeof save>>, body: object) {
    const before = target.seen.length;
    const response = await fetch(String(url).replace(api.config.PUBLIC_URL, api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const record = async () => (await answer('GET', `/deliveries/${deliveryId}`)).json;
    await expect.poll(async () => (await record())['outcome']).not.toBe('running');
    const received = () => target.seen.slice(before).map((one) => `${one.method} ${one.path} ${one.body}`);
    return { record, received };
  }
  return { answer, apiPath, save, deliver };
}

const get = (given: Json) => ({ operation: 'shop.get', arguments: { q: 'a', ...given } });
const create = (body: unknown) => ({ operation: 'shop.create', arguments: { body } });

describe('a plan that names operations', () => {
  it('is kept as the requests that they come to, and sends these', async () => {
    const { save, deliver } = await setUp();
    const sku = 'A/{{body.sku}}';
    const saved = await save(
      get({ id: '{{body["id"]}}', q: '{{body.sku}}' }),
      create({ sku, count: '{{body.count}}', to: { '~a/b': ['{{body.sku}}'] } }),
      { operation: 'shop.form', arguments: { body: { sku, count: 2 } } },
    );
    expect(saved).toMatchObject({ status: 201, json: { planState: 'confirmed' } });
    expect((saved.json['plan'] as { steps: Json[] }).steps.map(({ request }) => request)).toEqual([
      {
        method: 'GET',
        url: `${target.url}/v1/orders/{{body["id"]}}?q={{body.sku}}`,
        operation: { name: 'shop.get', effect: 'read' },
      },
      {
        method: 'POST',
        url: `${target.url}/v1/orders`,
        body: { sku, count: '{{body.count}}', to: { '~a/b': ['{{body.sku}}'] } },
        operation: { name: 'shop.create', effect: 'write' },
      },
      {
        method: 'POST',
        url: `${target.url}/v1/forms`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'sku=A%2F{{body.sku}}&count=2',
        operation: { name: 'shop.form', effect: 'read' },
      },
    ]);
    const { record, received } = await deliver(saved, { id: '../../x?y#z', count: 3, sku: 'a&b=c"' });
    expect(received()).toEqual([
      'GET /v1/orders/..%2F..%2Fx%3Fy%23z?q=a%26b%3Dc%22 ',
      String.raw`POST /v1/orders {"sku":"A/a&b=c\"","count":3,"to":{"~a/b":["a&b=c\""]}}`,
      'POST /v1/forms sku=A%2Fa%26b%3Dc%22&count=2',
    ]);
    expect(await record()).toMatchObject({ outcome: 'succeeded', by: { kind: 'plan' } });
    expect(((await record())['steps'] as Json[]).flatMap(({ operation }) => operation ?? [])).toEqual([
      { name: 'shop.get', effect: 'read' },
      { name: 'shop.create', effect: 'write' },
      { name: 'shop.form', effect: 'read' },
    ]);
  });

  it.each([['..'], ['.'], [''], [null], [[1]]])(
    'sends nothing where a part of its path becomes %j',
    async (value) => {
      const { save, deliver } = await setUp();
      const { record, received } = await deliver(await save(get({ id: '{{body.id}}' })), { id: value });
      expect([received(), (await record())['outcome']]).toEqual([[], 'needs_model']);
    },
  );

  it('waits for an approval as the operations say', async () => {
    const { save, deliver, answer } = await setUp({ approval: 'writes' });
    const form = { operation: 'shop.form', arguments: { body: { sku: 'a' } } };
    const { record, received } = await deliver(await save(form, create({ sku: 'a' })), {});
    expect((await record())['outcome']).toBe('waiting');
    expect(received()).toEqual(['POST /v1/forms sku=a']);
    const { items } = (await answer('GET', '/approvals?state=open')).json as { items: Json[] };
    expect(items).toMatchObject([{ summary: expect.stringMatching(/^shop\.create: POST /) }]);
    await answer('POST', `/approvals/${String(items[0]?.['id'])}`, { decision: 'approve' });
    await expect.poll(async () => (await record())['outcome']).toBe('succeeded');
    expect(received()).toHaveLength(2);
  });

  it('stays as it is when the document changes, and is taken as it is shown', async () => {
    const { save, answer, apiPath } = await setUp();
    const { json } = await save(get({ id: 7 }));
    const path = `/automations/${String(json['id'])}`;
    const plan = json['plan'] as { steps: [{ request: object }] };
    const copy = await save(plan.steps[0].request);
    expect(copy).toMatchObject({ status: 201, json: { plan } });
    const given = (await answer('POST', `${apiPath}/document`, document('/archive/{id}'))).json;
    const { digest } = given['next'] as Json;
    expect((await answer('POST', `${apiPath}/document/accept`, { digest })).status).toBe(200);
    expect((await answer('GET', path)).json['plan']).toEqual(plan);
    expect(await answer('PATCH', path, { plan })).toMatchObject({ status: 200, json: { plan } });
    expect(await save(plan.steps[0].request)).toMatchObject({ status: 400, json: { code: 'INVALID_PLAN' } });
    const again = await answer('PATCH', path, { plan: { steps: [{ request: get({ id: 7 }) }] } });
    expect(again.json['plan']).toMatchObject({
      steps: [{ request: { url: `${target.url}/v1/archive/7?q=a` } }],
    });
  });

  it.each<[string, object, string]>([
    ['an unknown operation', { operation: 'shop.gone', arguments: {} }, 'has no operation of this name'],
    ['an unknown argument', get({ id: 7, other: '{{body.id}}' }), 'additional properties'],
    ['a missing argument', get({}), "'id'"],
    ['an argument of another type', get({ id: 'seven' }), '/id must be integer'],
    ['a text that no value makes a number', get({ id: '7{{body.id}}' }), '/id must be integer'],
    ['a value that is not one of the possible ones', get({ id: 7, q: 'c' }), '/q'],
    ['a mistake in a body', create({ count: '{{body.count}}' }), "'sku'"],
    ['a body that is one value', create('{{body}}'), 'body must be an object'],
    ['a place without an end', get({ id: '{{body.id' }), 'has no end'],
    ['a place in a name', create({ sku: 'a', to: { '{{body.id}}': 1 } }), 'written out'],
    ['an expression that is none', get({ id: '{{body.id +}}' }), 'steps[0].request.url'],
    [
      'an effect that is not that of the operation',
      { ...requestOf(), operation: { name: 'shop.create', effect: 'read' } },
      'not that of its operation',
    ],
    [
      'another path than that of the operation',
      { ...requestOf('/v1/forms'), operation: { name: 'shop.create', effect: 'write' } },
      'not that of its operation',
    ],
  ])('with %s is refused', async (_, request, message) => {
    const { save } = await setUp();
    const given = JSON.parse(JSON.stringify(request).replaceAll('http://target', target.url)) as object;
    expect(await save(given)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_PLAN', message: expect.stringContaining(message) },
    });
  });
});

function requestOf(path = '/v1/orders') {
  return { method: 'POST', url: `http://target${path}`, body: { sku: 'a' } };
}
