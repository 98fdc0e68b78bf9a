import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly model: string;
}

async function newOwner() {
  const owner = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await owner.manage(method, path, body);
    const text = await response.text();
    return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as unknown };
  };
  return { ...owner, call };
}

describe('agents', () => {
  it('are made, shown, changed and deleted', async () => {
    const { call } = await newOwner();
    const made = await call('POST', '/agents', { name: ' Ada ' });
    const { id } = made.json as Agent;
    const shape = { id: expect.stringMatching(/^agt_/), modelSettings: null };
    const agent = { ...shape, name: 'Ada', model: 'offline/rules-1' };
    expect(made).toEqual({ status: 201, json: agent });
    expect(await call('GET', `/agents/${id}`)).toEqual({ status: 200, json: agent });
    const renamed = { status: 200, json: { ...agent, name: 'Grace' } };
    expect(await call('PATCH', `/agents/${id}`, { name: 'Grace' })).toEqual(renamed);
    expect(await call('PATCH', `/agents/${id}`, {})).toEqual(renamed);
    expect(await call('DELETE', `/agents/${id}`)).toEqual({ status: 204, json: null });
    expect((await call('GET', `/agents/${id}`)).status).toBe(404);
    expect((await call('PATCH', `/agents/${id}`, { name: 'x' })).status).toBe(404);
    expect((await call('DELETE', `/agents/${id}`)).status).toBe(404);
  });

  it('take a model that this service has, and no other', async () => {
    const { call } = await newOwner();
    const offline = await call('POST', '/agents', { name: 'Ada', model: 'offline/rules-1' });
    expect(offline).toMatchObject({ status: 201, json: { model: 'offline/rules-1' } });
    for (const model of ['anthropic/unknown', '', 7, {}]) {
      const refused = await call('POST', '/agents', { name: 'Ada', model });
      expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } });
      expect((refused.json as { message: string }).message).toMatch(/^model: /);
    }
  });

  it.each([[{}], [{ name: '' }], [{ name: '\t ' }], [{ name: null }], [{ name: 'x'.repeat(201) }], [[]]])(
    'are refused with %j',
    async (body) => {
      const { call } = await newOwner();
      const { status, json } = await call('POST', '/agents', body);
      expect([status, json]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    },
  );

  it('stay while automations use them, and the last one stays', async () => {
    const { call, newAutomation } = await newOwner();
    const { id, agentId } = await newAutomation();
    expect((await call('DELETE', `/agents/${agentId}`)).status).toBe(400);
    await call('POST', '/agents', { name: 'Second' });
    expect((await call('DELETE', `/agents/${agentId}`)).status).toBe(400);
    await call('DELETE', `/automations/${id}`);
    expect((await call('DELETE', `/agents/${agentId}`)).status).toBe(204);
    const { items } = (await call('GET', '/agents')).json as { items: Agent[] };
    expect(items.map(({ name }) => name)).toEqual(['Second']);
    const last = await call('DELETE', `/agents/${items[0]!.id}`);
    expect(last).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } });
  });
});

describe('lists', () => {
  it.each([
    ['limit=0'],
    ['limit=201'],
    ['limit=-1'],
    ['limit=1.5'],
    ['limit='],
    ['limit=ten'],
    ['limit=1&limit=2'],
    ['cursor=!'],
    ['cursor='],
    ['cursor=AAAA'],
    [`cursor=${Buffer.from('9 ').toString('base64url')}`],
  ])('answer 400 to ?%s', async (query) => {
    const { call } = await newOwner();
    for (const path of ['/agents', '/automations']) {
      const { status, json } = await call('GET', `${path}?${query}`);
      expect([query, status, json]).toMatchObject([query, 400, { code: 'INVALID_REQUEST' }]);
    }
  });

  it('give every row once, newest first, while others arrive and go', async () => {
    const { call } = await newOwner();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1)
      ids.push(((await call('POST', '/agents', { name: `Agent ${index}` })).json as Agent).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = (await call('GET', `/agents?limit=5${query}`)).json as {
        items: Agent[];
        nextCursor: string | null;
      };
      expect(page.items.length).toBeLessThanOrEqual(5);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      // The list grows at its beginning, and loses a row that was shown already.
      await call('POST', '/agents', { name: 'Late' });
      if (seen.length === 5) await call('DELETE', `/agents/${seen[4]}`);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, -1)).toEqual(ids.toReversed());
    expect(seen).toHaveLength(13);
  });

  it('end exactly at the limit without another page', async () => {
    const { call } = await newOwner();
    await call('POST', '/agents', { name: 'Second' });
    const { json } = await call('GET', '/agents?limit=2');
    expect(json).toMatchObject({ nextCursor: null });
    expect((json as { items: unknown[] }).items).toHaveLength(2);
  });
});
