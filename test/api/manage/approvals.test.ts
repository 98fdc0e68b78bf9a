import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startModelServer } from '#test/support/model-server.ts';
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

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly [member: string]: unknown;
}

/** An owner whose agent may reach the target, where a policy asks for approvals. */
async function setUp(policy: object = { approval: 'writes' }, instructions?: string) {
  const owner = await api.newOwner();
  const { manage } = owner;
  const answer = async (...call: Parameters<typeof manage>) =>
    (await (await manage(...call)).json()) as Record<string, unknown>;
  const agents = (await answer('GET', '/agents')) as { items: readonly [{ id: string }] };
  const access = `/agents/${agents.items[0].id}/network-access`;
  const key = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k' };
  const { id: policyId } = (await answer('POST', access, { ...key, ...policy })) as { id: string };
  const text =
    instructions ?? `POST ${target.url}/orders with JSON {"id": {{body.order.id}}, "note": "{{body.note}}"}.`;
  const { id: automationId, hook } = await owner.newAutomation({ instructions: text });
  const before = target.seen.length;
  async function deliver(body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { deliveryId: string }).deliveryId;
  }
  const record = (deliveryId: string) => answer('GET', `/deliveries/${deliveryId}`);
  const open = async () => (await answer('GET', '/approvals?state=open'))['items'] as readonly Shown[];
  return {
    ...owner,
    answer,
    access,
    agentId: agents.items[0].id,
    policyId,
    automationId,
    deliver,
    record,
    open,
    received: () => target.seen.slice(before),
    /** The delivery, and the approval for which its run waits. */
    waiting: async (body: object = { order: { id: 7 }, note: 'Please hurry' }) => {
      const deliveryId = await deliver(body);
      await expect.poll(() => record(deliveryId), { timeout: 10_000 }).toMatchObject({ outcome: 'waiting' });
      const approval = (await open()).find((one) => one['deliveryId'] === deliveryId);
      return {
        deliveryId,
        approval: approval!,
        decide: (decision: object) => manage('POST', `/approvals/${approval!.id}`, decision),
      };
    },
    over: async (deliveryId: string) => {
      const outcome = async () => (await record(deliveryId))['outcome'];
      await expect.poll(outcome, { timeout: 20_000 }).not.toMatch(/^(running|waiting)$/);
      return await record(deliveryId);
    },
  };
}

describe('A run whose request needs an approval', () => {
  test('waits without a slot, is sent once it is approved, and its record says who did', async () => {
    const { waiting, over, record, received, manage } = await setUp();
    const { deliveryId, approval, decide } = await waiting();
    expect(approval).toMatchObject({
      state: 'open',
      capability: 'http_request',
      request: { method: 'POST', body: '{"id":7,"note":"Please hurry"}' },
      fromDelivery: ['Please hurry'],
      decidedBy: null,
    });
    expect(await record(deliveryId)).toMatchObject({
      outcome: 'waiting',
      steps: [
        {},
        { kind: 'request', outcome: 'waiting', approval: { id: approval.id, state: 'open', by: null } },
      ],
    });
    expect(received()).toEqual([]);
    expect((await decide({ decision: 'approve' })).status).toBe(200);
    expect(await over(deliveryId)).toMatchObject({
      outcome: 'succeeded',
      steps: [
        {},
        { status: 201, outcome: 'answered', approval: { state: 'approved', by: 'First token' } },
        {},
      ],
    });
    expect(received()).toHaveLength(1);
    const again = await decide({ decision: 'refuse' });
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'APPROVAL_DECIDED' }]);
    expect(await (await manage('GET', `/approvals/${approval.id}`)).json()).toMatchObject({
      state: 'approved',
    });
  });

  test('is not sent where it is refused, and the sentence is told', async () => {
    const { waiting, over, received } = await setUp();
    const { deliveryId, decide } = await waiting();
    expect((await decide({ decision: 'refuse', reason: 'The order is a test.' })).status).toBe(200);
    const record = await over(deliveryId);
    expect(record).toMatchObject({
      outcome: 'failed',
      steps: [{}, { outcome: 'refused', error: 'The owner refused this request: The order is a test.' }, {}],
    });
    expect(received()).toEqual([]);
  });

  test('is sent as it was edited, within the same policies', async () => {
    const { waiting, over, received } = await setUp();
    const { deliveryId, approval, decide } = await waiting();
    const request = approval['request'] as object;
    const elsewhere = await decide({
      decision: 'approve',
      request: { ...request, url: 'https://eve.example/' },
    });
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([403, { code: 'OUTBOUND_NOT_ALLOWED' }]);
    expect((await decide({ decision: 'approve', request: { ...request, body: '{"id":8}' } })).status).toBe(
      200,
    );
    await over(deliveryId);
    expect(received().map(({ body }) => body)).toEqual(['{"id":8}']);
  });

  test('is judged again when it is sent: a policy that is gone by then refuses it', async () => {
    const { waiting, over, received, manage, access, policyId } = await setUp();
    const { deliveryId, decide } = await waiting();
    await manage('DELETE', `${access}/${policyId}`);
    expect((await decide({ decision: 'approve' })).status).toBe(409);
    expect(await over(deliveryId)).toMatchObject({
      outcome: 'failed',
      steps: [{}, { outcome: 'refused' }, {}],
    });
    expect(received()).toEqual([]);
  });

  test('ends with its automation: the approval is void, and nothing is sent', async () => {
    const { waiting, over, received, manage, automationId } = await setUp();
    const { deliveryId, approval } = await waiting();
    await manage('DELETE', `/automations/${automationId}`);
    await over(deliveryId);
    expect(await (await manage('GET', `/approvals/${approval.id}`)).json()).toMatchObject({ state: 'void' });
    expect(received()).toEqual([]);
  });

  test('ends when its delivery is erased: the stored request is gone with it', async () => {
    const { waiting, received, manage, open } = await setUp();
    const { deliveryId, approval } = await waiting();
    await manage('DELETE', `/deliveries/${deliveryId}`);
    await expect.poll(async () => (await manage('GET', `/approvals/${approval.id}`)).status).toBe(404);
    expect([await open(), received()]).toEqual([[], []]);
  });

  test('names all of its requests at once, which are sent in their order', async () => {
    const line = (id: number) => `POST ${target.url}/orders with JSON {"id": ${id}}.`;
    const { waiting, over, open, manage, received } = await setUp(undefined, `${line(1)} ${line(2)}`);
    const { deliveryId } = await waiting();
    const both = await open();
    expect(both).toHaveLength(2);
    for (const { id } of both) await manage('POST', `/approvals/${id}`, { decision: 'approve' });
    expect(await over(deliveryId)).toMatchObject({ outcome: 'succeeded' });
    expect(received().map(({ body }) => body)).toEqual(['{"id":1}', '{"id":2}']);
  });
});

describe('An approval', () => {
  test('is needed by nothing that an exception of the policy names, and by no GET of `writes`', async () => {
    const except = [{ method: 'POST', path: '/*' }];
    const { deliver, over } = await setUp({ approval: 'writes', approvalExcept: except });
    expect(await over(await deliver({ order: { id: 7 }, note: 'n' }))).toMatchObject({
      outcome: 'succeeded',
    });
  });

  test('is decided by an approver, who edits nothing and changes nothing', async () => {
    const { waiting, answer, over } = await setUp();
    const { deliveryId, approval } = await waiting();
    const { token } = (await answer('POST', '/tokens', { name: 'Night shift', role: 'approver' })) as {
      token: string;
    };
    const call = async (path: string, body: object) =>
      await fetch(`${api.url}/manage${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const decision = { decision: 'approve', request: approval['request'] };
    expect((await call(`/approvals/${approval.id}`, decision)).status).toBe(403);
    expect((await call('/automations', { name: 'x', instructions: 'y' })).status).toBe(403);
    expect((await call(`/approvals/${approval.id}`, { decision: 'approve' })).status).toBe(200);
    expect(await over(deliveryId)).toMatchObject({ steps: [{}, { approval: { by: 'Night shift' } }, {}] });
  });

  test('is asked for by a request of the owner too, whose answer it then shows', async () => {
    const { manage, answer, agentId, received } = await setUp();
    const sent = await manage('POST', `/agents/${agentId}/requests`, {
      method: 'POST',
      url: `${target.url}/orders`,
      body: { id: 9 },
    });
    const { approval } = (await sent.json()) as { approval: Shown };
    expect([sent.status, approval]).toMatchObject([202, { state: 'open', deliveryId: null, result: null }]);
    expect(received()).toEqual([]);
    await manage('POST', `/approvals/${approval.id}`, { decision: 'approve' });
    await expect
      .poll(async () => (await answer('GET', `/approvals/${approval.id}`))['result'], { timeout: 20_000 })
      .toMatchObject({ status: 201 });
    expect(received()).toHaveLength(1);
  });
});

test('A chat goes on while its request waits; the result stands in the message later', async () => {
  const order = { method: 'POST', url: `${target.url}/orders`, headers: null, body: '{"id":11}' };
  await using model = await startModelServer([
    { toolCalls: [{ name: 'http_request', arguments: JSON.stringify(order) }] },
    { text: 'It waits for an approval.' },
    { text: 'Hello again.' },
  ]);
  await using chatApi = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: model.baseUrl });
  await using _worker = await startRunsWorker(chatApi);
  const { manage } = await chatApi.newOwner();
  const read = async (path: string) => (await (await manage('GET', path)).json()) as Record<string, unknown>;
  const agentId = ((await read('/agents')) as { items: readonly [{ id: string }] }).items[0].id;
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'k', approval: 'writes' };
  await manage('POST', `/agents/${agentId}/network-access`, policy);
  const say = async (body: object) =>
    (await (await manage('POST', `/agents/${agentId}/chat`, body)).json()) as Record<string, unknown>;
  const said = await say({ message: 'Order 11, please.' });
  expect(said).toMatchObject({
    outcome: 'succeeded',
    steps: [{}, { kind: 'request', outcome: 'waiting', approval: { state: 'open' } }, {}],
  });
  const before = target.seen.length;
  const { conversationId } = said as { conversationId: string };
  expect(await say({ message: 'Are you there?', conversationId })).toMatchObject({ reply: 'Hello again.' });
  const open = (await read('/approvals?state=open'))['items'] as readonly Shown[];
  expect(open).toMatchObject([{ conversationId, deliveryId: null }]);
  await manage('POST', `/approvals/${open[0]!.id}`, { decision: 'approve' });
  const steps = async () => {
    const { items } = (await read(`/agents/${agentId}/conversations/${conversationId}`)) as {
      items: readonly { message: string; steps: readonly object[] }[];
    };
    return items.find(({ message }) => message === 'Order 11, please.')?.steps;
  };
  await expect
    .poll(steps, { timeout: 20_000 })
    .toMatchObject([{}, { status: 201, outcome: 'answered', approval: { state: 'approved' } }, {}]);
  expect(target.seen.slice(before).map(({ body }) => body)).toEqual(['{"id":11}']);
});
