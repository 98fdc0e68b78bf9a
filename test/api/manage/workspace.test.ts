import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const create = (token: string, body: string) =>
  fetch(`${api.url}/manage/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });

const operatorWanted = {
  code: 'UNAUTHENTICATED',
  message: expect.stringContaining("operator's token"),
  hint: expect.stringMatching(/operator's token.*ADMIN_TOKEN.*admin-token/),
};

describe('GET /manage/waitlist/{sheet}.csv', () => {
  it("says to the token of a workspace that the operator's is wanted", async () => {
    const { manage } = await api.newOwner();
    const response = await manage('GET', '/waitlist/Waitlist.csv');
    expect([response.status, await response.json()]).toMatchObject([401, operatorWanted]);
  });
});

describe('POST /manage/workspaces', () => {
  it('makes a workspace with a token that opens it, and one agent', async () => {
    const response = await create('operator-token-of-tests', '{"name":" Shop "}');
    expect(response.status).toBe(201);
    const workspace = (await response.json()) as { id: string; token: string };
    expect(workspace).toEqual({
      id: expect.stringMatching(/^ws_/),
      name: 'Shop',
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    const headers = { authorization: `Bearer ${workspace.token}` };
    const agents = await (await fetch(`${api.url}/manage/agents`, { headers })).json();
    expect(agents).toEqual({
      items: [
        { id: expect.stringMatching(/^agt_/), name: 'Agent', model: 'offline/rules-1', modelSettings: null },
      ],
      nextCursor: null,
    });
  });

  it('is for the operator alone', async () => {
    const { workspace } = await api.newOwner();
    for (const token of [workspace.token, 'wrong', '']) {
      const response = await create(token, '{"name":"Shop"}');
      expect([response.status, await response.json()]).toMatchObject([401, operatorWanted]);
    }
  });

  it.each([
    ['{', 'INVALID_JSON'],
    ['', 'INVALID_JSON'],
    ['[]', 'INVALID_REQUEST'],
    ['{}', 'INVALID_REQUEST'],
    ['{"name":""}', 'INVALID_REQUEST'],
    ['{"name":"  "}', 'INVALID_REQUEST'],
    ['{"name":7}', 'INVALID_REQUEST'],
    [JSON.stringify({ name: 'x'.repeat(201) }), 'INVALID_REQUEST'],
  ])('answers 400 to %s', async (body, code) => {
    const response = await create('operator-token-of-tests', body);
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });
});

describe('GET /manage/workspace', () => {
  it('tells name, usage of the month and limits, and nothing of a token', async () => {
    const { manage, workspace } = await api.newOwner();
    const response = await manage('GET', '/workspace');
    const text = await response.text();
    expect(text).not.toContain(workspace.token);
    expect([response.status, response.headers.get('api-version')]).toEqual([200, '2026-08-24']);
    expect(JSON.parse(text)).toEqual({
      id: workspace.id,
      name: 'Test',
      timeZone: 'UTC',
      usage: {
        month: new Date().toISOString().slice(0, 7),
        automationRuns: 0,
        inputTokens: 0,
        outputTokens: 0,
        cost: { state: 'none', amountMicros: null, currency: 'USD' },
      },
      storage: { storedBytes: 0, todayBytes: 0 },
      deliveriesKeptDays: 400,
      limits: {
        deliveriesPerMinute: 60,
        concurrentDeliveries: 8,
        deliveryBodyBytesMax: 1_000_000,
        storedBytesMax: 20_000_000_000,
        storedBytesPerDay: 2_000_000_000,
        budget: null,
        budgetUsed: null,
      },
    });
  });
});

describe('PATCH /manage/workspace', () => {
  it('sets the time zone of the owner, by its usual name, for this workspace alone', async () => {
    const [{ manage }, other] = [await api.newOwner(), await api.newOwner()];
    const changed = await manage('PATCH', '/workspace', { timeZone: 'europe/berlin' });
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { name: 'Test', timeZone: 'Europe/Berlin' },
    ]);
    expect(await (await manage('GET', '/workspace')).json()).toMatchObject({ timeZone: 'Europe/Berlin' });
    expect(await (await other.manage('GET', '/workspace')).json()).toMatchObject({ timeZone: 'UTC' });
  });

  it.each([{ timeZone: 'Berlin' }, { timeZone: '+01:00' }, { timeZone: '' }, { timeZone: 7 }, {}])(
    'refuses %j, and changes nothing',
    async (body) => {
      const { manage } = await api.newOwner();
      const response = await manage('PATCH', '/workspace', body);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
      expect(await (await manage('GET', '/workspace')).json()).toMatchObject({ timeZone: 'UTC' });
    },
  );
});

describe('every call of the management API', () => {
  const calls = [
    ['GET', '/workspace'],
    ['PATCH', '/workspace'],
    ['GET', '/agents'],
    ['POST', '/agents'],
    ['GET', '/agents/x'],
    ['PATCH', '/agents/x'],
    ['DELETE', '/agents/x'],
    ['GET', '/automations'],
    ['POST', '/automations'],
    ['GET', '/automations/x'],
    ['PATCH', '/automations/x'],
    ['DELETE', '/automations/x'],
    ['POST', '/automations/x/pause'],
    ['POST', '/automations/x/resume'],
    ['GET', '/automations/x/activity'],
    ['GET', '/deliveries/x'],
    ['GET', '/deliveries/x/body'],
    ['POST', '/deliveries/x/replay'],
    ['GET', '/agents/x/network-access'],
    ['POST', '/agents/x/network-access'],
    ['PATCH', '/agents/x/network-access/y'],
    ['DELETE', '/agents/x/network-access/y'],
    ['GET', '/agents/x/network-access/log'],
    ['POST', '/agents/x/network-access/check'],
    ['POST', '/agents/x/requests'],
    ['POST', '/agents/x/chat'],
    ['GET', '/nothing'],
  ] as const;

  it.each(calls)('%s %s answers 401 without a valid token', async (method, path) => {
    const tokens = [undefined, 'Bearer wrong', 'Bearer ', 'Basic d3Jvbmc6', 'Bearer operator-token-of-tests'];
    for (const authorization of tokens) {
      const response = await fetch(`${api.url}/manage${path}`, {
        method,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([response.status, response.headers.get('api-version')]).toEqual([401, '2026-08-24']);
      const { error, message, code, hint } = (await response.json()) as Record<string, string>;
      expect([code, error, hint]).toEqual(['UNAUTHENTICATED', message, expect.any(String)]);
    }
  });

  it.each(calls.filter(([, path]) => path.includes('/x')))(
    '%s %s answers 404 for an id that does not exist, or only in another workspace',
    async (method, path) => {
      const [mine, theirs] = [await api.newOwner(), await api.newOwner()];
      const { id, agentId, hook } = await theirs.newAutomation();
      const sent = await fetch(hook, { method: 'POST', body: 'hello' });
      const { deliveryId } = (await sent.json()) as { deliveryId: string };
      const [, noun] = path.split('/');
      const theirId = { agents: agentId, automations: id, deliveries: deliveryId }[noun!]!;
      for (const someId of ['x', theirId, encodeURIComponent('../../x'), '%00']) {
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : { method: 'GET', url: 'https://x.y/' };
        const response = await mine.manage(method, path.replace('/x', `/${someId}`), body);
        expect([someId, response.status, await response.json()]).toMatchObject([
          someId,
          404,
          { code: 'NOT_FOUND' },
        ]);
      }
      // And nothing happened to what is theirs.
      expect((await theirs.manage('GET', `/automations/${id}`)).status).toBe(200);
    },
  );
});
