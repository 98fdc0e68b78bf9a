import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly lastDeliveryAt: string | null;
  readonly running: number;
}

const call = async (token: string, method: string, path: string, body?: object) =>
  await fetch(`${api.url}/manage${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
const operate = async (method: string, path: string, body?: object) =>
  await call(api.config.ADMIN_TOKEN, method, path, body);

const deliver = async (hook: string, eventId: string) =>
  await fetch(hook, { method: 'POST', headers: { 'x-service-event-id': eventId }, body: 'hello' });

async function listed(): Promise<readonly Workspace[]> {
  const response = await operate('GET', '/workspaces?limit=200');
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: Workspace[] }).items;
}

describe('GET /manage/workspaces', () => {
  it('lists them newest first, with what they are doing', async () => {
    const [older, newer] = [await api.newOwner(), await api.newOwner()];
    const automation = await newer.newAutomation();
    const before = Date.now();
    expect((await deliver(automation.hook, 'e1')).status).toBe(200);
    await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/e1`).result();
    const items = await listed();
    const ids = items.map(({ id }) => id);
    expect(ids.indexOf(newer.workspace.id)).toBeLessThan(ids.indexOf(older.workspace.id));
    const [idle, busy] = [older, newer].map(({ workspace }) => items.find(({ id }) => id === workspace.id));
    expect(idle).toMatchObject({ name: 'Test', state: 'active', running: 0, lastDeliveryAt: null });
    expect(busy).toMatchObject({ state: 'active', running: 0, usage: { automationRuns: 1 } });
    expect(Date.parse(busy?.lastDeliveryAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ['GET', ''],
    ['PATCH', '/ws_aaaaaaaaaaaaaaaaaaaa'],
    ['POST', '/ws_aaaaaaaaaaaaaaaaaaaa/token'],
  ])('is for the operator alone, as is %s /manage/workspaces%s', async (method, path) => {
    const { workspace } = await api.newOwner();
    const response = await call(
      workspace.token,
      method,
      `/workspaces${path}`,
      method === 'GET' ? undefined : {},
    );
    expect(response.status).toBe(401);
  });
});

describe('PATCH /manage/workspaces/{id}', () => {
  it('renames a workspace', async () => {
    const { workspace, manage } = await api.newOwner();
    const response = await operate('PATCH', `/workspaces/${workspace.id}`, { name: ' Support ' });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { name: 'Support', state: 'active' },
    ]);
    expect(await (await manage('GET', '/workspace')).json()).toMatchObject({ name: 'Support' });
  });

  it('refuses deliveries of a suspended workspace without a trace, so that their retry is a first', async () => {
    const { workspace, newAutomation, manage } = await api.newOwner();
    const automation = await newAutomation();
    const suspended = await operate('PATCH', `/workspaces/${workspace.id}`, { state: 'suspended' });
    expect(await suspended.json()).toMatchObject({ state: 'suspended' });
    const refused = await deliver(automation.hook, 'e1');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      503,
      '59',
      { code: 'WEBHOOK_SUSPENDED' },
    ]);
    const activity = await manage('GET', `/automations/${automation.id}/activity`);
    expect(await activity.json()).toMatchObject({ items: [] });
    await operate('PATCH', `/workspaces/${workspace.id}`, { state: 'active' });
    const taken = await deliver(automation.hook, 'e1');
    expect([taken.status, await taken.json()]).toMatchObject([200, { status: 'accepted', eventId: 'e1' }]);
  });

  it('leaves a suspended workspace to be read, and nothing more, also with the token of an owner', async () => {
    const { workspace, newAutomation, manage } = await api.newOwner();
    const { id } = await newAutomation();
    await operate('PATCH', `/workspaces/${workspace.id}`, { state: 'suspended' });
    for (const path of ['/workspace', '/automations', `/automations/${id}`, '/tokens'])
      expect([path, (await manage('GET', path)).status]).toEqual([path, 200]);
    for (const [method, path] of [
      ['POST', '/automations'],
      ['PATCH', `/automations/${id}`],
      ['DELETE', `/automations/${id}`],
      ['POST', '/tokens'],
      ['PATCH', '/workspace'],
    ] as const) {
      const response = await manage(method, path, method === 'DELETE' ? undefined : {});
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        403,
        { code: 'WORKSPACE_SUSPENDED' },
      ]);
    }
  });

  it('sets limits of its own, which its owner sees and its hooks are held against, until they are taken back', async () => {
    const { workspace, newAutomation, manage } = await api.newOwner();
    const own = { deliveriesPerMinute: 2, storedBytesMax: 5_000_000 };
    const set = await operate('PATCH', `/workspaces/${workspace.id}`, { limits: own });
    expect([set.status, await set.json()]).toMatchObject([200, { limits: own }]);
    expect(await (await manage('GET', '/workspace')).json()).toMatchObject({
      limits: { ...own, concurrentDeliveries: 8, deliveryBodyBytesMax: 1_000_000 },
    });
    expect(await (await manage('GET', '/limits')).json()).toMatchObject({
      items: [{ limit: 2 }, { limit: 8 }],
    });
    const { hook } = await newAutomation();
    for (const eventId of ['e1', 'e2']) expect((await deliver(hook, eventId)).status).toBe(200);
    const refused = await deliver(hook, 'e3');
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      {
        code: 'DELIVERY_RATE_EXCEEDED',
        error: 'The workspace got more than 2 deliveries in the last minute',
      },
    ]);
    const other = await operate('PATCH', `/workspaces/${workspace.id}`, { limits: null });
    expect(await other.json()).toMatchObject({ limits: null });
    expect((await deliver(hook, 'e3')).status).toBe(200);
  });

  it.each([
    [{}],
    [{ deliveriesPerMinute: 0 }],
    [{ deliveriesPerMinute: 100_001 }],
    [{ concurrentDeliveries: 1.5 }],
    [{ concurrentDeliveries: 1_001 }],
    [{ storedBytesMax: 999_999 }],
    [{ heldDeliveriesMax: 1 }],
    ['many'],
  ])('refuses the limits %j', async (limits) => {
    const { workspace, manage } = await api.newOwner();
    const response = await operate('PATCH', `/workspaces/${workspace.id}`, { limits });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect(await (await manage('GET', '/workspace')).json()).toMatchObject({
      limits: { deliveriesPerMinute: 60, concurrentDeliveries: 8 },
    });
  });

  it('refuses other states, and a workspace that there is not', async () => {
    const { workspace } = await api.newOwner();
    for (const state of ['deleting', 'deleted', ''])
      expect((await operate('PATCH', `/workspaces/${workspace.id}`, { state })).status).toBe(400);
    for (const id of ['ws_aaaaaaaaaaaaaaaaaaaa', 'none'])
      expect((await operate('PATCH', `/workspaces/${id}`, { name: 'x' })).status).toBe(404);
    expect(await api.redis.exists('{ws_aaaaaaaaaaaaaaaaaaaa}:workspace')).toBe(0);
  });
});

describe('POST /manage/workspaces/{id}/token', () => {
  it('opens the workspace with a new token, and with no former one of an owner', async () => {
    const { workspace, manage } = await api.newOwner();
    const made: Record<string, string> = {};
    for (const role of ['owner', 'viewer']) {
      const response = await manage('POST', '/tokens', { name: role, role });
      made[role] = ((await response.json()) as { token: string }).token;
    }
    const response = await operate('POST', `/workspaces/${workspace.id}/token`);
    expect(response.status).toBe(201);
    const { token, ...rest } = (await response.json()) as { token: string };
    expect(rest).toEqual({ id: workspace.id, name: 'Test' });
    const opens = async (value: string | undefined) => (await call(value ?? '', 'GET', '/workspace')).status;
    expect(await Promise.all([token, made['viewer'], workspace.token, made['owner']].map(opens))).toEqual([
      200, 200, 401, 401,
    ]);
    expect((await call(token, 'GET', '/tokens')).status).toBe(200);
  });

  it('is 404 for a workspace that there is not', async () => {
    expect((await operate('POST', '/workspaces/ws_aaaaaaaaaaaaaaaaaaaa/token')).status).toBe(404);
  });
});
