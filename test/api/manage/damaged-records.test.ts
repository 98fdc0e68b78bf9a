import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { monthOf } from '#domain/month.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Listed {
  readonly items: readonly { readonly id: string; readonly hints?: readonly string[] }[];
}

async function setUp() {
  const { workspace, manage, newAutomation } = await api.newOwner();
  const { redis } = api;
  /** The answer of a call, with its status. */
  async function call(method: string, path: string, body?: object) {
    const response = await manage(method, path, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }
  return { redis, workspaceId: workspace.id, call, newAutomation };
}

describe('an automation of which something cannot be read', () => {
  test.each([
    ['retry', 'no JSON', 'retry', { name: 'Orders' }],
    ['createdAt', 'yesterday', 'createdAt', { createdAt: '1970-01-01T00:00:00.000Z' }],
    ['state', 'asleep', 'state', { state: 'active' }],
    ['sealedToken', 'v9.rubbish', 'url', { url: '', name: 'Orders' }],
    ['filter', null, 'filter', { filter: null }],
    ['revision', 'many', 'revision', { revision: 0 }],
  ])('is listed beside the others and says so: %s is %j', async (field, value, named, shown) => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const whole = await newAutomation();
    const damaged = await newAutomation();
    const key = keys.automation(workspaceId, damaged.id);
    await (value === null ? redis.hDel(key, field) : redis.hSet(key, field, value));

    const { status, body } = await call('GET', '/automations');
    expect(status).toBe(200);
    const { items } = body as Listed;
    expect(items.map(({ id }) => id).toSorted()).toEqual([whole.id, damaged.id].toSorted());
    const hints = [`This record is damaged: ${named} cannot be read.`];
    expect(items.find(({ id }) => id === damaged.id)).toMatchObject({ ...shown, hints });
    expect(items.find(({ id }) => id === whole.id)?.hints).toBeUndefined();
    expect(await call('GET', `/automations/${damaged.id}`)).toMatchObject({ status: 200, body: { hints } });
  });

  test('is mended by a change, and can be deleted', async () => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { id } = await newAutomation();
    const key = keys.automation(workspaceId, id);
    await redis.hSet(key, 'retry', 'no JSON');
    await redis.hDel(key, 'filter');
    const change = { retry: { tries: 2 }, filter: null };
    const changed = await call('PATCH', `/automations/${id}`, change);
    expect(changed).toMatchObject({ status: 200, body: { revision: 2, retry: { tries: 2 } } });
    expect(changed.body).not.toHaveProperty('hints');

    await redis.hSet(key, 'sealedToken', 'v9.rubbish');
    expect(await call('DELETE', `/automations/${id}`)).toEqual({ status: 204, body: null });
    expect(await call('GET', '/automations')).toMatchObject({ body: { items: [] } });
  });

  test.each(['many', '', '1.5', '-1', '1e400', null])(
    'has its next free revision after a change, and what deliveries keep stays: %j',
    async (value) => {
      const { redis, workspaceId, call, newAutomation } = await setUp();
      const { id } = await newAutomation({ instructions: 'Reply "one".' });
      await call('PATCH', `/automations/${id}`, { instructions: 'Reply "two".' });
      const key = keys.automation(workspaceId, id);
      await (value === null ? redis.hDel(key, 'revision') : redis.hSet(key, 'revision', value));
      const changed = await call('PATCH', `/automations/${id}`, { instructions: 'Reply "three".' });
      expect(changed).toMatchObject({ status: 200, body: { revision: 3, instructions: 'Reply "three".' } });
      expect(changed.body).not.toHaveProperty('hints');
      const kept = await Promise.all(
        [1, 2, 3].map((number) => redis.hGet(keys.revision(workspaceId, id, number), 'instructions')),
      );
      expect(kept).toEqual(['Reply "one".', 'Reply "two".', 'Reply "three".']);
    },
  );

  test('with an unknown URL accepts no deliveries once it is deleted', async () => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { id, hook } = await newAutomation();
    await redis.hSet(keys.automation(workspaceId, id), 'sealedToken', 'v9.rubbish');
    await call('DELETE', `/automations/${id}`);
    const answer = await fetch(hook, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'WEBHOOK_RETIRED' }]);
  });
});

describe('an agent of which something cannot be read', () => {
  test.each([
    ['name', null, 'name', { name: '' }],
    ['model', '{"main":7}', 'model', { modelSettings: null }],
  ])('is listed beside the others and says so: %s is %j', async (field, value, named, shown) => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { agentId: wholeId } = await newAutomation();
    const made = await call('POST', '/agents', { name: 'Damaged', model: 'offline/rules-1' });
    const { id } = made.body as { id: string };
    const key = keys.agent(workspaceId, id);
    await (value === null ? redis.hDel(key, field) : redis.hSet(key, field, value));

    const hints = [`This record is damaged: ${named} cannot be read.`];
    const listed = await call('GET', '/agents');
    expect(listed).toMatchObject({
      status: 200,
      body: { items: expect.arrayContaining([expect.objectContaining({ id, ...shown, hints })]) },
    });
    const { items } = listed.body as Listed;
    expect(items.find((agent) => agent.id === wholeId)).not.toHaveProperty('hints');
    expect(await call('GET', `/agents/${id}`)).toMatchObject({ status: 200, body: { ...shown, hints } });

    const mended = { name: 'Mended', model: 'offline/rules-1' };
    const changed = await call('PATCH', `/agents/${id}`, mended);
    expect(changed).toMatchObject({ status: 200, body: mended });
    expect(changed.body).not.toHaveProperty('hints');
  });

  test('judges no filter by another model than its own', async () => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { agentId, id } = await newAutomation();
    await redis.hSet(keys.agent(workspaceId, agentId), 'model', '{"main":7}');
    const tested = await call('POST', `/automations/${id}/filter-test`, { filter: 'people who sound happy' });
    expect(tested).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_REQUEST',
        message: 'agent: This record is damaged: model cannot be read.',
        hint: 'Choose its model again: PATCH /manage/agents/{agentId}.',
      },
    });
  });
});

describe('policies of which something cannot be read', () => {
  test.each([
    ['the text', 'no JSON'],
    ['one member', '[{"id":7}]'],
    ['everything', null],
  ])('are listed beside the others and say so: %s', async (_, value) => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { agentId } = await newAutomation();
    const path = `/agents/${agentId}/network-access`;
    await call('POST', path, { domain: 'whole.example.com' });
    const made = await call('POST', path, {
      domain: 'api.example.com',
      headerName: 'X-Key',
      headerValue: 'secret',
    });
    const { id } = made.body as { id: string };
    const key = keys.policies(workspaceId, agentId);
    const field = 'on:api.example.com';
    await (value === null ? redis.hDel(key, field) : redis.hSet(key, field, value));

    const listed = await call('GET', path);
    expect(listed).toMatchObject({
      status: 200,
      body: {
        items: [
          { domain: 'whole.example.com', hints: [] },
          {
            id,
            domain: 'api.example.com',
            hasHeaderValue: false,
            hints: [expect.stringContaining('This record is damaged')],
          },
        ],
      },
    });
    expect(await call('PATCH', `${path}/${id}`, { domain: 'b.example.com' })).toMatchObject({ status: 404 });
    expect(await call('DELETE', `${path}/${id}`)).toEqual({ status: 204, body: null });
    expect(await call('POST', path, { domain: 'api.example.com' })).toMatchObject({ status: 201 });
  });

  test('leave what is whole on the same domain as it is', async () => {
    const { redis, workspaceId, call, newAutomation } = await setUp();
    const { agentId } = await newAutomation();
    const path = `/agents/${agentId}/network-access`;
    const add = async (headerName: string) =>
      (await call('POST', path, { domain: 'api.example.com', headerName, headerValue: 'v' })).body as {
        id: string;
      };
    const [whole, damaged] = [await add('X-One'), await add('X-Two')];
    const key = keys.policies(workspaceId, agentId);
    const stored = JSON.parse((await redis.hGet(key, 'on:api.example.com'))!) as { id: string }[];
    const edited = stored.map((policy) => (policy.id === damaged.id ? { ...policy, revision: 'x' } : policy));
    await redis.hSet(key, 'on:api.example.com', JSON.stringify(edited));
    expect(await call('GET', path)).toMatchObject({
      body: { items: [{ id: whole.id, headerName: 'X-One', hasHeaderValue: true }, { id: damaged.id }] },
    });
    expect(await call('DELETE', `${path}/${damaged.id}`)).toMatchObject({ status: 204 });
    expect(await call('GET', path)).toMatchObject({ body: { items: [{ id: whole.id, hints: [] }] } });
  });
});

test.each([
  ['inputTokens', '10.5', { inputTokens: 0, automationRuns: 3, cost: { state: 'known', amountMicros: 40 } }],
  ['automationRuns', 'many', { automationRuns: 0, inputTokens: 7 }],
  ['micros', '1e400', { automationRuns: 3, cost: { state: 'unknown', amountMicros: null } }],
  ['money:unknown', '-', { cost: { state: 'unknown', atLeastMicros: 40 } }],
])(
  'a counter of the month that cannot be read is named, and the others are shown: %s',
  async (name, value, shown) => {
    const { redis, workspaceId, call } = await setUp();
    await redis.hSet(keys.usage(workspaceId, monthOf(new Date())), {
      automationRuns: '3',
      inputTokens: '7',
      micros: '40',
      'money:known': '3',
      [name]: value,
    });
    expect(await call('GET', '/workspace')).toMatchObject({
      status: 200,
      body: { usage: { ...shown, damaged: [name] } },
    });
  },
);
