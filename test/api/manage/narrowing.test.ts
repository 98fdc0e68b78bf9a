import { afterAll, beforeAll, expect, it } from 'vitest';

import type { NewDecision } from '#contracts/decision.ts';
import { withoutFacts } from '#egress/record-decision.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Json = Record<string, unknown> & { id: string; items: Json[] };

async function newAgent() {
  const { manage, workspace } = await api.newOwner();
  const agents = (await (await manage('GET', '/agents')).json()) as Json;
  const agentId = agents.items[0]?.id ?? '';
  async function call(method: string, path: string, body?: object) {
    const response = await manage(method, `/agents/${agentId}/network-access${path}`, body);
    return { status: response.status, json: (await response.json()) as Json };
  }
  const { append } = createDecisions({ redis: api.redis });
  const log = (method: string, host: string, path: string, rest: Partial<NewDecision>) =>
    append(
      { workspaceId: workspace.id, agentId },
      { ...withoutFacts, method, scheme: 'https', host, port: 443, path, ...rest },
    );
  return { call, log };
}

async function withLog() {
  const { call, log } = await newAgent();
  const add = async (body: object) => (await call('POST', '', body)).json.id;
  const exact = await add({ domain: 'api.example.com', headerName: 'X-Key', headerValue: 'k-value' });
  const wild = await add({ domain: '*.example.org' });
  const unused = await add({ domain: 'unused.example.com' });
  const byExact = { policyIds: [exact], deliveryId: 'dlv_1', step: 1 };
  await log('GET', 'api.example.com', '/v1/orders/17', byExact);
  await log('GET', 'api.example.com', '/v1/orders/18', { ...byExact, deliveryId: 'dlv_2' });
  await log('POST', 'api.example.com', '/v1/orders/18/lines', byExact);
  await log('DELETE', 'api.example.com', '/v1/orders/18', {
    ...byExact,
    allowed: false,
    ground: 'plaintext',
  });
  await log('GET', 'a.example.org', '/', { policyIds: [wild] });
  await log('GET', 'b.example.org', '/x', { policyIds: [wild] });
  return { call, exact, wild, unused };
}

it('the least methods and paths that would have allowed everything are proposed, with who used a policy', async () => {
  const { call, exact, wild, unused } = await withLog();
  const { status, json } = await call('GET', '/proposals');
  expect([status, json]).toMatchObject([200, { decisions: 6, isComplete: true }]);
  const byId = Object.fromEntries(json.items.map(({ policyId, ...rest }) => [policyId, rest]));
  expect(byId).toEqual({
    [exact]: {
      domain: 'api.example.com',
      requests: 3,
      runs: 2,
      methods: ['GET', 'POST'],
      paths: ['/v1/orders/*', '/v1/orders/*/lines'],
      hosts: [],
    },
    [wild]: {
      domain: '*.example.org',
      requests: 2,
      runs: 0,
      methods: ['GET'],
      paths: ['/', '/x'],
      hosts: ['a.example.org', 'b.example.org'],
    },
    [unused]: { domain: 'unused.example.com', requests: 0, runs: 0, methods: null, paths: null, hosts: [] },
  });
});

it('a narrower policy is held against the log, and nothing is saved', async () => {
  const { call, exact } = await withLog();
  const attempt = (body: object) => call('POST', `/${exact}/narrowing`, body);
  const asProposed = { methods: ['GET', 'POST'], paths: ['/v1/orders/*', '/v1/orders/*/lines'] };
  expect((await attempt(asProposed)).json).toMatchObject({ requests: 3, refused: 0, examples: [] });
  expect((await attempt({ ...asProposed, paths: ['/v1/orders/*'] })).json).toMatchObject({
    requests: 3,
    refused: 1,
    examples: [{ method: 'POST', host: 'api.example.com', path: '/v1/orders/18/lines' }],
  });
  expect((await attempt({ methods: ['POST'], paths: null })).json).toMatchObject({ refused: 2 });
  expect((await call('GET', '')).json.items.find(({ id }) => id === exact)).toMatchObject({
    methods: null,
    paths: null,
  });
  expect((await call('POST', '/pol_none/narrowing', asProposed)).status).toBe(404);
  expect((await attempt({ methods: ['PUT'], paths: null })).status).toBe(400);
});

it('a request that another policy would send without the header counts as refused', async () => {
  const { call, exact } = await withLog();
  await call('POST', '', { domain: 'api.example.com' });
  const { json } = await call('POST', `/${exact}/narrowing`, { methods: ['POST'], paths: null });
  expect(json).toMatchObject({ requests: 3, refused: 2 });
});
