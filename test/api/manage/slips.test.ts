import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let owner: Awaited<ReturnType<typeof api.newOwner>>;
beforeAll(async () => {
  api = await startApi();
  owner = await api.newOwner();
});
afterAll(() => api[Symbol.asyncDispose]());

const refusal = (message: string) => [
  400,
  { code: 'INVALID_REQUEST', error: message, message, hint: expect.any(String) },
];

async function call(method: string, path: string, body?: object) {
  const response = await owner.manage(method, path, body);
  return [response.status, await response.json()] as [number, Record<string, unknown>];
}

describe('a member that looks like a slip', () => {
  it.each([
    ['filters', 'filter'],
    ['Instruction', 'instructions'],
    ['agent_id', 'agentId'],
  ])('%s makes no automation', async (slip, meant) => {
    const before = await call('GET', '/automations');
    const body = { name: 'x', instructions: 'Report id.', [slip]: 'Only run when status is paid' };
    expect(await call('POST', '/automations', body)).toMatchObject(
      refusal(`${slip} is not a member of this body. Did you mean ${meant}?`),
    );
    expect(await call('GET', '/automations')).toEqual(before);
  });

  it('changes no policy', async () => {
    const { agentId } = await owner.newAutomation();
    const path = `/agents/${agentId}/network-access`;
    const pair = { domain: 'slips.example.com', headerName: 'X-Key', headerValue: 'first-value' };
    const [, policy] = await call('POST', path, pair);
    expect(await call('PATCH', `${path}/${String(policy['id'])}`, { value: 'two' })).toMatchObject(
      refusal('value is not a member of this body. Did you mean headerValue?'),
    );
    expect(await call('GET', path)).toMatchObject([200, { items: [policy] }]);
  });

  it.each([
    ['/automations/{id}/filter-test', { filters: 'x' }, 'filters', 'filter'],
    ['/agents/{agentId}/requests', { method: 'GET', uri: 'https://a.b/' }, 'uri', 'url'],
    ['/agents/{agentId}/network-access/check', { methd: 'GET', url: 'https://a.b/' }, 'methd', 'method'],
    ['/agents/{agentId}/chat', { messages: 'x' }, 'messages', 'message'],
    ['/agents', { name: 'x', modell: 'y' }, 'modell', 'model'],
  ])('is refused by POST %s', async (path, body, slip, meant) => {
    const { id, agentId } = await owner.newAutomation();
    expect(await call('POST', path.replace('{id}', id).replace('{agentId}', agentId), body)).toMatchObject(
      refusal(`${slip} is not a member of this body. Did you mean ${meant}?`),
    );
  });

  it('is refused to the operator too', async () => {
    const response = await fetch(`${api.url}/manage/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.config.ADMIN_TOKEN}` },
      body: '{"Name":"x"}',
    });
    expect([response.status, await response.json()]).toMatchObject(
      refusal('Name is not a member of this body. Did you mean name?'),
    );
  });

  it('is none where a client sends back what it was answered, or adds members of its own', async () => {
    const [, automation] = await call('GET', `/automations/${(await owner.newAutomation()).id}`);
    const path = `/automations/${String(automation['id'])}`;
    expect(await call('PATCH', path, { ...automation, colour: 'red' })).toMatchObject([200, { revision: 2 }]);
    const base = `/agents/${String(automation['agentId'])}/network-access`;
    const pair = { domain: 'echo.example.com', headerName: 'X-Key', headerValue: 'first-value' };
    const [, policy] = await call('POST', base, pair);
    const echo = { ...policy, headerName: undefined };
    expect(await call('PATCH', `${base}/${String(policy['id'])}`, echo)).toMatchObject([
      200,
      { domain: pair.domain },
    ]);
  });
});

describe('a parameter that looks like a slip', () => {
  it.each([
    ['/automations?limits=1', 'limits', 'limit'],
    ['/agents?Cursor=x', 'Cursor', 'cursor'],
    ['/automations/{id}/activity?outcom=failed', 'outcom', 'outcome'],
    ['/agents/{agentId}/network-access/log?limt=1', 'limt', 'limit'],
  ])('is refused by GET %s', async (path, slip, meant) => {
    const { id, agentId } = await owner.newAutomation();
    expect(await call('GET', path.replace('{id}', id).replace('{agentId}', agentId))).toMatchObject(
      refusal(`${slip} is not a parameter of this list. Did you mean ${meant}?`),
    );
  });

  it('is none where it is foreign', async () => {
    expect(await call('GET', '/automations?utm_source=mail&_=17')).toMatchObject([200, {}]);
  });
});

describe('messages about fields', () => {
  it.each([
    [{ name: 'x' }, 'instructions: is required'],
    [{ name: 'x'.repeat(201), instructions: 'x' }, 'name: must have at most 200 characters'],
    [{ name: 7, instructions: 'x' }, 'name: must be of type string'],
    [{ name: ' ', instructions: 'x' }, 'name: must not be blank'],
    [[], 'body: must be of type object'],
  ])('%j', async (body, message) => {
    expect(await call('POST', '/automations', body)).toMatchObject(refusal(message));
  });

  it.each([
    ['limit=0', 'limit: must be at least 1'],
    ['limit=201', 'limit: must be at most 200'],
    ['limit=x', 'limit: must be a whole number'],
    ['cursor=x', 'cursor: is not a cursor of this list'],
  ])('in the query %s', async (query, message) => {
    expect(await call('GET', `/automations?${query}`)).toMatchObject(refusal(message));
  });
});
