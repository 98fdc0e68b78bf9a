import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '#domain/ids.ts';
import type { RehearsedDelivery } from '#contracts/rehearsal.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let target: Awaited<ReturnType<typeof startOrderTarget>>;
let server: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;

/** Acts on what it reads, as its instructions name it: posts `amount`, or twice of it. */
function act(text: string): Scripted {
  const [, amount = '0'] = /amount\\+":\s*(\d+)/.exec(text) ?? [];
  if (/status\\+":20[12]/.test(text)) return { text: 'Posted.' };
  const body = JSON.stringify({ amount: Number(amount) * (text.includes('twice the amount') ? 2 : 1) });
  const input = { method: 'POST', url: `${target.url}/orders`, headers: null, body };
  return { toolCalls: [{ name: 'http_request', arguments: JSON.stringify(input) }] };
}

beforeAll(async () => {
  target = await startOrderTarget({ key: 'k' });
  server = await startModelServer((_, { text }) => act(text));
  api = await startApi({ MODEL: 'openai-compatible/local', MODEL_BASE_URL: server.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** More than a worker plays before it is stopped. */
const many = 300;

interface Rehearsal extends Record<string, unknown> {
  readonly items: readonly RehearsedDelivery[];
}

async function setUp(content: object) {
  const { manage, workspace } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const created = (await call('POST', '/automations', { name: 'Orders', ...content })).json;
  const id = created['id'] as string;
  await call('POST', `/agents/${created['agentId'] as string}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'k',
  });
  async function deliver(body: object) {
    const response = await fetch((created['url'] as string).replace(api.config.PUBLIC_URL, api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': randomUUID() },
      body: JSON.stringify(body),
    });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    const read = async () => (await call('GET', `/deliveries/${deliveryId}`)).json;
    await expect.poll(async () => (await read())['outcome'], { timeout: 10_000 }).not.toBe('running');
    return { ...(await read()), deliveryId };
  }
  async function rehearse(change: object): Promise<Rehearsal> {
    const started = await call('POST', `/automations/${id}/rehearsals`, change);
    expect(started).toMatchObject({ status: 202 });
    const at = `/rehearsals/${started.json['rehearsalId'] as string}`;
    await expect
      .poll(async () => (await call('GET', at)).json['state'], { timeout: 20_000 })
      .not.toBe('running');
    return (await call('GET', at)).json as Rehearsal;
  }
  /** Further deliveries like one that has ended. */
  async function copy(deliveryId: string, count: number) {
    const { redis } = api;
    const key = (of: string) => `{${workspace.id}}:delivery:${of}`;
    for (let number = 0; number < count; number += 1) {
      const other = newId('delivery');
      for (const part of ['', ':body', ':steps'])
        await redis.copy(`${key(deliveryId)}${part}`, `${key(other)}${part}`);
      const activity = `{${workspace.id}}:automation:${id}:activity`;
      for (const list of ['', ':succeeded'])
        await redis.zAdd(`${activity}${list}`, { score: Date.now(), value: other });
    }
  }
  return { call, copy, deliver, rehearse, id, workspaceId: workspace.id };
}

const plan = (amount = '{{body.amount}}', answer = 'Order {{body.id}} is known.') => ({
  steps: [{ request: { method: 'POST', url: `${target.url}/orders`, body: { id: '{{body.id}}', amount } } }],
  answer,
});

describe('a rehearsal of an automation whose meaning is data', () => {
  it('finds each change, and none where there is none, and sends nothing', async () => {
    const { deliver, rehearse } = await setUp({
      instructions: 'x',
      plan: plan(),
      condition: 'body.amount > 10',
    });
    for (const amount of [5, 20, 500]) await deliver({ id: `o-${amount}`, amount });
    const sent = target.seen.length;
    const counts = { same: 0, otherRequest: 0, newlyRun: 0, newlySkipped: 0, fails: 0, unknown: 0 };

    expect(await rehearse({})).toMatchObject({ ...counts, state: 'done', of: 3, done: 3, same: 3 });
    expect(await rehearse({ condition: 'body.amount > 100' })).toMatchObject({
      ...counts,
      same: 2,
      newlySkipped: 1,
    });
    expect(await rehearse({ condition: '!(body.amount > 10)' })).toMatchObject({
      ...counts,
      newlyRun: 1,
      newlySkipped: 2,
    });
    const other = await rehearse({ plan: plan('{{body.id}}') });
    expect(other).toMatchObject({ ...counts, same: 1, otherRequest: 2 });
    expect(other['groups']).toContainEqual(
      expect.objectContaining({
        verdict: 'otherRequest',
        count: 2,
        summary: expect.stringContaining('body.amount'),
      }),
    );
    expect(other.items[0]).toMatchObject({
      verdict: 'otherRequest',
      requests: [
        {
          isSame: false,
          differences: ['body.amount'],
          heard: 'accepted',
          was: { title: 'POST', body: '{"id":"o-500","amount":500}', outcome: 'answered 201' },
          now: { body: '{"id":"o-500","amount":"o-500"}' },
        },
      ],
    });
    expect(await rehearse({ plan: plan(undefined, 'Done.') })).toMatchObject({
      ...counts,
      same: 1,
      otherRequest: 2,
    });
    expect(await rehearse({ plan: plan('{{body.missing}}') })).toMatchObject({ same: 1, done: 3 });
    expect(target.seen).toHaveLength(sent);
  });

  const to = (url: string) => ({ ...plan(), steps: [{ request: { ...plan().steps[0]!.request, url } }] });
  const step = () => plan().steps[0]!;
  const body = (members: object) => ({
    ...plan(),
    steps: [{ request: { ...step().request, body: members } }],
  });
  const changes: readonly (readonly [what: string, change: () => object, found: object])[] = [
    [
      'a threshold that lets one less through',
      () => ({ condition: 'body.amount > 30' }),
      { newlySkipped: 1 },
    ],
    ['a threshold that lets one more through', () => ({ condition: 'body.amount > 3' }), { newlyRun: 1 }],
    ['no condition', () => ({ condition: null, filter: null }), { newlyRun: 1 }],
    ['a condition on another field', () => ({ condition: 'body.id == "o-20"' }), { newlySkipped: 1 }],
    ['a condition on a missing field', () => ({ condition: 'body.total > 10' }), { fails: 3 }],
    [
      'a guarded condition on a missing field',
      () => ({ condition: 'has(body.total) && body.total > 1' }),
      { newlySkipped: 2 },
    ],
    ['the same condition in other words', () => ({ condition: '!(body.amount <= 10)' }), { same: 3 }],
    [
      'a renamed field',
      () => ({ plan: body({ id: '{{body.id}}', total: '{{body.amount}}' }) }),
      { otherRequest: 2 },
    ],
    ['a dropped field', () => ({ plan: body({ amount: '{{body.amount}}' }) }), { otherRequest: 2 }],
    [
      'a further field',
      () => ({ plan: body({ id: '{{body.id}}', amount: '{{body.amount}}', at: 'now' }) }),
      { otherRequest: 2 },
    ],
    [
      'the same fields in another order',
      () => ({ plan: body({ amount: '{{body.amount}}', id: '{{body.id}}' }) }),
      { same: 3 },
    ],
    ['another path', () => ({ plan: to(`${target.url}/other`) }), { otherRequest: 2 }],
    ['a query', () => ({ plan: to(`${target.url}/orders?id={{body.id}}`) }), { otherRequest: 2 }],
    ['a host that is not allowed', () => ({ plan: to('https://other.example/orders') }), { fails: 2 }],
    ['a second request', () => ({ plan: { ...plan(), steps: [step(), step()] } }), { otherRequest: 2 }],
    ['no request', () => ({ plan: { steps: [], answer: 'Done.' } }), { otherRequest: 2 }],
    [
      'a request under a condition',
      () => ({ plan: { ...plan(), steps: [{ ...step(), when: 'body.amount > 100' }] } }),
      { otherRequest: 1 },
    ],
    ['another answer', () => ({ plan: plan(undefined, 'Done.') }), { otherRequest: 2 }],
    [
      'a request that is expected and not sent',
      () => ({ expects: [{ method: 'DELETE', host: 'api.example.com' }] }),
      { fails: 2 },
    ],
    ['a placeholder that is missing', () => ({ plan: plan('{{body.missing}}') }), { same: 1 }],
  ];

  it('finds each of twenty changes, and invents none', async () => {
    const { deliver, rehearse } = await setUp({
      instructions: 'x',
      plan: plan(),
      condition: 'body.amount > 10',
    });
    for (const amount of [5, 20, 500]) await deliver({ id: `o-${amount}`, amount });
    const none = { otherRequest: 0, newlyRun: 0, newlySkipped: 0, fails: 0, unknown: 0 };
    const sent = target.seen.length;
    for (const [what, change, found] of changes) {
      const { same, otherRequest, newlyRun, newlySkipped, fails, unknown } = await rehearse(change());
      const counts = { otherRequest, newlyRun, newlySkipped, fails, unknown };
      if (what === 'a placeholder that is missing') {
        expect([what, same, (fails as number) + (otherRequest as number)]).toEqual([what, 1, 2]);
        continue;
      }
      const others = Object.values(found as Record<string, number>).reduce((sum, count) => sum + count, 0);
      const expected = 'same' in found ? none : { ...none, ...found };
      expect([what, counts, same]).toEqual([what, expected, 'same' in found ? 3 : 3 - others]);
    }
    expect(target.seen).toHaveLength(sent);
  }, 60_000);

  it('answers requests that read by the record, else they are unknown, or live where asked for', async () => {
    const reading = (path: string) => ({
      ...plan(),
      steps: [{ request: { method: 'GET', url: `${target.url}${path}` } }, ...plan().steps],
    });
    const { deliver, rehearse } = await setUp({ instructions: 'x', plan: reading('/stock') });
    await deliver({ id: 'o-1', amount: 7 });
    const sent = target.seen.length;
    expect(await rehearse({})).toMatchObject({ same: 1 });
    const other = { plan: reading('/other') };
    expect(await rehearse(other)).toMatchObject({ unknown: 1, items: [{ now: { outcome: null } }] });
    expect(target.seen).toHaveLength(sent);
    expect(await rehearse({ ...other, reads: 'live' })).toMatchObject({ otherRequest: 1 });
    expect(target.seen.slice(sent).map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /other']);
  });

  it('goes on where a worker stopped, with the same result', async () => {
    const { call, copy, deliver, id } = await setUp({ instructions: 'x', plan: plan() });
    const { deliveryId } = await deliver({ id: 'o-1', amount: 7 });
    await copy(deliveryId, many - 1);
    const sent = target.seen.length;
    const started = await call('POST', `/automations/${id}/rehearsals`, { deliveries: { limit: many } });
    expect(started.json).toMatchObject({ of: many });
    const at = `/rehearsals/${started.json['rehearsalId'] as string}`;
    const read = async () => (await call('GET', at)).json;
    await expect.poll(async () => (await read())['done'], { timeout: 30_000 }).toBeGreaterThan(0);
    await worker[Symbol.asyncDispose]();
    worker = await startRunsWorker(api);
    await expect.poll(async () => (await read())['state'], { timeout: 60_000 }).toBe('done');
    expect(await read()).toMatchObject({ done: many, same: many, unknown: 0 });
    expect(target.seen).toHaveLength(sent);
  }, 120_000);

  it('is refused while three of the workspace are being played, until one is cancelled', async () => {
    const { call, copy, deliver, id } = await setUp({ instructions: 'x', plan: plan() });
    const { deliveryId } = await deliver({ id: 'o-1', amount: 7 });
    await copy(deliveryId, 9);
    await worker[Symbol.asyncDispose]();
    const start = () => call('POST', `/automations/${id}/rehearsals`, {});
    const [first] = [await start(), await start(), await start()];
    expect(await start()).toMatchObject({ status: 409, json: { code: 'REHEARSALS_RUNNING' } });
    const at = `/rehearsals/${first.json['rehearsalId'] as string}`;
    const cancelled = await call('POST', `${at}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, json: { state: 'cancelled', done: 0 } });
    const { status, json } = await start();
    expect(status).toBe(202);
    worker = await startRunsWorker(api);
    const last = `/rehearsals/${json['rehearsalId'] as string}`;
    const state = async () => (await call('GET', last)).json['state'];
    await expect.poll(state, { timeout: 20_000 }).toBe('done');
    expect((await call('GET', at)).json).toMatchObject({ state: 'cancelled', done: 0 });
  });

  it('erases what it kept of a delivery with that delivery', async () => {
    const { call, deliver, rehearse } = await setUp({ instructions: 'x', plan: plan() });
    const { deliveryId } = await deliver({ id: 'o-1', amount: 7 });
    const { id } = await rehearse({});
    const items = async () => ((await call('GET', `/rehearsals/${id as string}`)).json as Rehearsal).items;
    expect(await items()).toHaveLength(1);
    await call('DELETE', `/deliveries/${deliveryId}`).catch(() => undefined);
    expect(await items()).toEqual([]);
  });
});

describe('a rehearsal of an automation with a model', () => {
  it('is the same where nothing changes, and shows what another instruction posts', async () => {
    const instructions = 'Post the amount to the orders.';
    const { deliver, rehearse } = await setUp({ instructions });
    for (const amount of [3, 4]) await deliver({ amount });
    const sent = target.seen.length;
    expect(target.seen.slice(-2).map(({ body }) => body)).toEqual(['{"amount":3}', '{"amount":4}']);
    const unchanged = await rehearse({});
    expect(unchanged).toMatchObject({ state: 'done', same: 2, done: 2 });
    const { inputTokens, outputTokens } = unchanged['cost'] as { inputTokens: number; outputTokens: number };
    const { tokens: bound } = unchanged['bound'] as { tokens: number };
    const used = inputTokens + outputTokens;
    expect(used).toBeLessThanOrEqual(bound);
    expect(used).toBeGreaterThan(0.9 * bound);
    const changed = await rehearse({ instructions: 'Post twice the amount to the orders.' });
    expect(changed).toMatchObject({ otherRequest: 2 });
    expect(changed.items.map(({ requests }) => requests[0]?.now?.body)).toEqual([
      '{"amount":8}',
      '{"amount":6}',
    ]);
    expect(changed['cost']).toMatchObject({ inputTokens: expect.any(Number) });
    expect(target.seen).toHaveLength(sent);
  });

  it('tells by event and alert of a case that a save breaks', async () => {
    const { call, deliver, id } = await setUp({ instructions: 'Post the amount to the orders.' });
    const closed = 'http://127.0.0.1:59999/events';
    const made = await call('POST', '/event-targets', { url: closed, events: ['case.broken'] });
    const channel = { kind: 'webhook', url: 'https://alerts.invalid/' };
    const rule = await call('POST', '/alerts', { name: 'C', condition: { kind: 'case_broken' }, channel });
    const { deliveryId } = await deliver({ amount: 3 });
    const kept = await call('POST', `/automations/${id}/cases`, { deliveryId, name: 'Three' });
    expect(kept).toMatchObject({ status: 201, json: { holds: null } });
    const saved = await call('PATCH', `/automations/${id}`, { instructions: 'Post twice the amount.' });
    expect(saved.status).toBe(200);
    const told = async () => [
      (await call('GET', `/event-targets/${made.json['id'] as string}/attempts`)).json['items'],
      (await call('GET', `/alerts/${rule.json['id'] as string}/log`)).json['items'],
    ];
    const alert = { type: 'automation.case_broken', deliveryId, changes: [expect.stringContaining('Three')] };
    await expect.poll(told, { timeout: 20_000 }).toMatchObject([[{ type: 'case.broken' }], [alert]]);
  });

  it('ends as unknown where its budget is used up', async () => {
    const { deliver, rehearse } = await setUp({ instructions: 'Post the amount to the orders.' });
    await deliver({ amount: 3 });
    expect(await rehearse({ budget: { tokens: 10 } })).toMatchObject({ unknown: 1, done: 1 });
  });
});
