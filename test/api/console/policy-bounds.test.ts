import { afterAll, beforeAll, expect, it } from 'vitest';

import { withoutFacts } from '#egress/record-decision.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const path = '/console/network-access';

async function signedIn() {
  const owner = await api.newOwner();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const agents = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const agentId = agents.items[0]?.id ?? '';
  const policy = async () => {
    const list = await (await owner.manage('GET', `/agents/${agentId}/network-access`)).json();
    return (list as { items: ({ id: string } & Record<string, unknown>)[] }).items[0];
  };
  const scope = { workspaceId: owner.workspace.id, agentId };
  return { visitor, policy, scope };
}

const lines = [
  'POST /v1/refunds amount 1..5000',
  'items[].price <= 100',
  'tip >= -0.5',
  'currency in ["eur",7,true]',
];
const fields = {
  domain: 'api.example.com',
  headerName: 'Authorization',
  headerValue: '',
  methods: 'get, POST',
  paths: '/v1/refunds\n\n /v1/customers/** \n',
  members: lines.join('\n'),
  credentialPrefix: '/v1/admin',
  credentialName: 'X-Key',
};

it('bounds and headers by path are entered, shown and kept by the form, values never', async () => {
  const { visitor, policy } = await signedIn();
  const typed = { ...fields, headerValue: 'canary-own', credentialValue: 'canary-path' };
  expect((await visitor.submit(path, path, typed)).response.status).toBe(303);
  const stored = {
    methods: ['GET', 'POST'],
    paths: ['/v1/refunds', '/v1/customers/**'],
    members: [
      { method: 'POST', path: '/v1/refunds', member: 'amount', min: 1, max: 5000 },
      { member: 'items[].price', max: 100 },
      { member: 'tip', min: -0.5 },
      { member: 'currency', oneOf: ['eur', 7, true] },
    ],
    credentials: [{ pathPrefix: '/v1/admin', headerName: 'X-Key', hasHeaderValue: true }],
  };
  expect(await policy()).toMatchObject(stored);
  const page = `${path}/${(await policy())?.id}`;
  const { text } = await visitor.show(page);
  expect(text).toContain(
    lines.join('\n').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  );
  const list = await visitor.show(path);
  expect(list.text).toContain('Only GET, POST /v1/refunds, /v1/customers/**.');
  expect(list.text).toContain('Other headers for /v1/admin.');
  for (const shown of [text, list.text]) expect(shown).not.toContain('canary');
  expect((await visitor.submit(page, page, fields)).response.status).toBe(303);
  expect(await policy()).toMatchObject(stored);
  const emptied = { ...fields, methods: '', paths: '', members: '', credentialPrefix: '' };
  expect((await visitor.submit(page, page, emptied)).response.status).toBe(303);
  expect(await policy()).toMatchObject({ methods: null, paths: null, members: [], credentials: [] });
});

it.each([
  ['methods', { methods: 'PUT' }],
  ['paths', { paths: '/v1/../x' }],
  ['members', { members: 'amount about 5' }],
  ['credentialPrefix', { credentialPrefix: 'v1', credentialName: 'X-Key', credentialValue: 'key' }],
  ['credentialValue', { credentialPrefix: '/v1', credentialName: 'X-Key', credentialValue: '' }],
])('a refusal marks %s', async (name, wrong) => {
  const { visitor } = await signedIn();
  const { response, text } = await visitor.submit(path, path, {
    domain: 'api.example.com',
    paths: '',
    ...wrong,
  });
  expect(response.status).toBe(400);
  expect([...text.matchAll(/name="(\w+)"[^>]*aria-invalid="true"/g)].map(([, field]) => field)).toContain(
    name,
  );
});

it('the proposal of the log is shown with what another one would have refused, and taken by one click', async () => {
  const { visitor, policy, scope } = await signedIn();
  await visitor.submit(path, path, { domain: 'api.example.com' });
  const id = (await policy())?.id ?? '';
  const { append } = createDecisions({ redis: api.redis });
  const asked = { ...withoutFacts, scheme: 'https', host: 'api.example.com', port: 443, policyIds: [id] };
  await append(scope, { ...asked, method: 'GET', path: '/v1/orders/17', deliveryId: 'dlv_1', step: 1 });
  await append(scope, { ...asked, method: 'GET', path: '/v1/customers/<b>', deliveryId: 'dlv_1', step: 2 });
  const page = `${path}/${id}/narrow`;
  const { text } = await visitor.show(page);
  expect(text).toContain('/v1/customers/&lt;b&gt;\n/v1/orders/*');
  expect(text).toContain('0 of the 2 requests');
  expect(text).toContain('Read from 2 decisions since');
  const tried = await visitor.submit(page, page, { methods: 'GET', paths: '/v1/orders/*', do: 'try' });
  expect(tried.text).toContain('1 of the 2 requests');
  expect(tried.text).toContain('/v1/customers/&lt;b&gt;');
  expect(await policy()).toMatchObject({ methods: null, paths: null });
  const wrong = await visitor.submit(page, page, { methods: 'GET', paths: 'orders', do: 'take' });
  expect(wrong.response.status).toBe(400);
  const taken = await visitor.submit(page, page, { methods: 'GET', paths: '/v1/orders/*', do: 'take' });
  expect(taken.response.status).toBe(303);
  expect(await policy()).toMatchObject({ methods: ['GET'], paths: ['/v1/orders/*'] });
});

it('the log names the bound that a body did not keep, and a check does too', async () => {
  const { visitor, policy } = await signedIn();
  await visitor.submit(path, path, { domain: '127.0.0.1', paths: '', members: 'amount <= 5' });
  const tryIt = async (what: string, body: string) =>
    (
      await visitor.submit(path, `${path}/requests`, {
        method: 'POST',
        url: 'http://127.0.0.1/x',
        body,
        do: what,
      })
    ).text;
  expect(await tryIt('check', '')).toContain('Not judged without a body: amount at most 5.');
  expect(await tryIt('check', '{"amount":6}')).toContain(
    'It does not keep a bound: amount at most 5: it is out of bounds.',
  );
  const { text } = await visitor.submit(path, `${path}/requests`, {
    method: 'POST',
    url: 'http://127.0.0.1/x',
    body: '{"amount":987654}',
    do: 'send',
  });
  expect(text).toContain('Outbound request to &#39;127.0.0.1&#39; is not allowed');
  const log = (await visitor.show(path)).text;
  expect(log).toContain('refused: the body does not keep a bound');
  expect(log).toContain('amount at most 5: it is out of bounds');
  expect(log).not.toContain('987654');
  expect(await policy()).toMatchObject({ members: [{ member: 'amount', max: 5 }] });
});
