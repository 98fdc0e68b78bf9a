import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { leftOfDelivery } from '#test/support/left-of-delivery.ts';
import { startOwnRedis } from '#test/support/own-redis.ts';
import { keysWith } from '#test/support/redis-content.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
let ownRedis: Awaited<ReturnType<typeof startOwnRedis>>;
beforeAll(async () => {
  ownRedis = await startOwnRedis();
  target = await startOrderTarget({ key: 'key-of-the-target' });
  api = await startApi({ REDIS_URL: ownRedis.url }, { erasureWaitMs: 60_000 });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await ownRedis[Symbol.asyncDispose]();
});

type Owner = Awaited<ReturnType<typeof api.newOwner>>;
const newCanary = () => `canary${randomBytes(9).toString('hex')}`;
const patience = { timeoutMs: 120_000 };

async function json<T = Record<string, unknown>>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** An automation that sends what arrived to the target, and tells of it. */
async function newForwarder(owner: Owner, path = '/orders') {
  const automation = await owner.newAutomation({
    instructions: `POST ${target.url}${path} with the whole payload. Summarise the delivery.`,
    filter: 'Only run when kind is order',
  });
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
  await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  return automation;
}

const deliver = async (hook: string, canary: string, eventId: string) =>
  await json<{ status: string; deliveryId: string }>(
    await fetch(hook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-event-id': eventId,
        'x-service-reference': `Ticket ${canary}`,
        'x-service-reference-url': `https://desk.example/${canary}`,
        'x-note': canary,
      },
      body: JSON.stringify({ kind: 'order', note: canary }),
    }),
  );

const ended = async ({ manage }: Owner, deliveryId: string) =>
  await until(
    'the end of the run',
    async () => {
      const record = await json<{ outcome: string; workflow: { id: string } }>(
        await manage('GET', `/deliveries/${deliveryId}`),
      );
      return record.outcome === 'running' ? undefined : record;
    },
    patience,
  );

/** Temporal deletes within a minute after it was told to. */
const isGoneFromTemporal = async (workflowId: string) =>
  await until(
    'the deletion of the workflow',
    async () => {
      const found = await api.temporal.client.workflow
        .getHandle(workflowId)
        .describe()
        .then(() => true)
        .catch((error: Error) => (error.name === 'WorkflowNotFoundError' ? false : Promise.reject(error)));
      if (found) return false;
      for await (const _ of api.temporal.client.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
        return false;
      return true;
    },
    patience,
  );

const keysOf = (canary: string) => keysWith(api.redis, canary);
const leftOf = (deliveryId: string, text: string) => leftOfDelivery(api.redis, { deliveryId, text });

describe('DELETE /manage/deliveries/{deliveryId}', () => {
  it('erases what arrived and what was made of it; the event and its outcome stay', async () => {
    const owner = await api.newOwner();
    const { hook } = await newForwarder(owner);
    const [canary, eventId] = [newCanary(), `${newCanary()} with a blank`];
    const { deliveryId } = await deliver(hook, canary, eventId);
    const before = await ended(owner, deliveryId);
    expect(before).toMatchObject({ outcome: 'succeeded', erasedAt: null });
    expect((await leftOf(deliveryId, canary)).length).toBeGreaterThan(4);

    expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
    expect(await leftOf(deliveryId, canary)).toEqual([]);
    expect(await keysOf(eventId)).toEqual([keys.run(owner.workspace.id, deliveryId)]);
    await isGoneFromTemporal(before.workflow.id);
    const after = await json(await owner.manage('GET', `/deliveries/${deliveryId}`));
    expect(after).toMatchObject({
      deliveryId,
      outcome: 'succeeded',
      eventId,
      eventIdSource: 'header',
      reference: null,
      referenceUrl: null,
      filter: null,
      steps: [],
      answer: null,
      reason: null,
      arrived: { headers: {}, text: '', truncated: false, contentType: null },
      erasedAt: expect.any(String),
      workflow: { url: null },
    });
    expect(await deliver(hook, canary, eventId)).toMatchObject({ status: 'duplicate', deliveryId });
  });

  it('leaves it in the lists and found by its event id, but not by its reference', async () => {
    const owner = await api.newOwner();
    const { hook, id } = await newForwarder(owner);
    const canary = newCanary();
    const { deliveryId } = await deliver(hook, canary, `e-${canary}`);
    await ended(owner, deliveryId);
    await owner.manage('DELETE', `/deliveries/${deliveryId}`);
    const listed = async (path: string) =>
      (await json<{ items: { deliveryId: string }[] }>(await owner.manage('GET', path))).items.map(
        (row) => row.deliveryId,
      );
    expect(await listed(`/automations/${id}/activity`)).toEqual([deliveryId]);
    expect(await listed(`/deliveries?eventId=e-${canary}`)).toEqual([deliveryId]);
    expect(await listed(`/deliveries?reference=${encodeURIComponent(`Ticket ${canary}`)}`)).toEqual([]);
  });

  it('keeps nothing to be read or replayed, and may be asked for again', async () => {
    const owner = await api.newOwner();
    const { hook } = await newForwarder(owner);
    const { deliveryId } = await deliver(hook, newCanary(), 'e1');
    await ended(owner, deliveryId);
    await owner.manage('DELETE', `/deliveries/${deliveryId}`);
    for (const [method, path] of [
      ['GET', 'body'],
      ['POST', 'replay'],
    ] as const) {
      const response = await owner.manage(method, `/deliveries/${deliveryId}/${path}`);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { code: 'NOT_FOUND', message: expect.stringContaining('erased') },
      ]);
    }
    expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
  });

  it('ends one that is being processed, frees its slot, and what comes of it later is not kept', async () => {
    const owner = await api.newOwner();
    const path = `/held/${newCanary()}`;
    const { hook } = await newForwarder(owner, path);
    const canary = newCanary();
    const { deliveryId } = await deliver(hook, canary, 'e1');
    await until('the held request', () => target.holding(path) === 1, patience);
    const { workflow } = await json<{ workflow: { id: string } }>(
      await owner.manage('GET', `/deliveries/${deliveryId}`),
    );
    expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
    target.release(path);
    await isGoneFromTemporal(workflow.id);
    expect(await json(await owner.manage('GET', `/deliveries/${deliveryId}`))).toMatchObject({
      outcome: 'unknown_effect',
      steps: [],
      answer: null,
    });
    expect(await api.redis.zCard(keys.slots(owner.workspace.id))).toBe(0);
    expect(await leftOf(deliveryId, canary)).toEqual([]);
    expect(await deliver(hook, canary, 'e1')).toMatchObject({ status: 'duplicate' });
  });

  it('is 404 for the delivery of another workspace, which stays', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    const { hook } = await newForwarder(other);
    const { deliveryId } = await deliver(hook, newCanary(), 'e1');
    await ended(other, deliveryId);
    expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(404);
    expect((await other.manage('GET', `/deliveries/${deliveryId}/body`)).status).toBe(200);
  });
});

describe('DELETE /manage/automations/{id}?erase=true', () => {
  it('erases the automation with all of its deliveries and their events, and nothing of others', async () => {
    const owner = await api.newOwner();
    const [gone, stays] = [await newForwarder(owner), await newForwarder(owner)];
    const [canary, kept] = [newCanary(), newCanary()];
    const deliveries = await Promise.all([1, 2, 3].map((n) => deliver(gone.hook, canary, `${canary}-${n}`)));
    const other = await deliver(stays.hook, kept, `${kept}-1`);
    const records = await Promise.all([...deliveries, other].map((one) => ended(owner, one.deliveryId)));
    expect((await owner.manage('DELETE', `/automations/${gone.id}?erase=true`)).status).toBe(204);
    expect(await keysOf(canary)).toEqual([]);
    // Its counts stay as those of the workspace do: numbers. The audit log says who erased it.
    expect((await keysOf(gone.id)).filter((key) => !/^hook:|:counts:|:usage:|:audit$/.test(key))).toEqual([]);
    for (const { workflow } of records.slice(0, 3)) await isGoneFromTemporal(workflow.id);
    expect((await fetch(gone.hook, { method: 'POST', body: '{}' })).status).toBe(410);
    expect((await owner.manage('GET', `/deliveries/${other.deliveryId}/body`)).status).toBe(200);
  });

  it('erases what an automation left that was deleted before', async () => {
    const owner = await api.newOwner();
    const { id, hook } = await newForwarder(owner);
    const canary = newCanary();
    await ended(owner, (await deliver(hook, canary, 'e1')).deliveryId);
    expect((await owner.manage('DELETE', `/automations/${id}`)).status).toBe(204);
    expect((await keysOf(canary)).length).toBeGreaterThan(0);
    expect((await owner.manage('DELETE', `/automations/${id}?erase=true`)).status).toBe(204);
    expect(await keysOf(canary)).toEqual([]);
    expect((await owner.manage('DELETE', `/automations/${id}?erase=true`)).status).toBe(404);
  });

  it('is for owners alone, while editors may delete without erasing', async () => {
    const owner = await api.newOwner();
    const { id } = await owner.newAutomation();
    const { token } = await json<{ token: string }>(
      await owner.manage('POST', '/tokens', { name: 'e', role: 'editor' }),
    );
    const remove = (query: string) =>
      fetch(`${api.url}/manage/automations/${id}${query}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
    const refused = await remove('?erase=true');
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'INSUFFICIENT_ROLE' }]);
    expect((await owner.manage('GET', `/automations/${id}`)).status).toBe(200);
    expect((await remove('?erase=yes')).status).toBe(400);
    expect((await remove('')).status).toBe(204);
  });
});

describe('DELETE /manage/references/{reference}', () => {
  it('erases every delivery of the reference, of all automations, and no other', async () => {
    const owner = await api.newOwner();
    const [one, two] = [await newForwarder(owner), await newForwarder(owner)];
    const [canary, kept] = [newCanary(), newCanary()];
    const deliveries = [await deliver(one.hook, canary, 'e1'), await deliver(two.hook, canary, 'e2')];
    const other = await deliver(one.hook, kept, 'e3');
    const records = await Promise.all([...deliveries, other].map((each) => ended(owner, each.deliveryId)));
    await owner.manage('DELETE', `/automations/${two.id}`);
    const path = `/references/${encodeURIComponent(`Ticket ${canary}`)}`;
    expect((await owner.manage('DELETE', path)).status).toBe(204);
    expect(await keysOf(canary)).toEqual([]);
    for (const { workflow } of records.slice(0, 2)) await isGoneFromTemporal(workflow.id);
    expect(await json(await owner.manage('GET', `/deliveries/${other.deliveryId}`))).toMatchObject({
      reference: `Ticket ${kept}`,
      erasedAt: null,
    });
    expect((await owner.manage('DELETE', path)).status).toBe(204);
  });
});

describe('DELETE /manage/workspaces/{id}', () => {
  const remove = async (id: string, token = api.config.ADMIN_TOKEN) =>
    await fetch(`${api.url}/manage/workspaces/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });

  it('leaves nothing of it but that its hooks are retired', async () => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()];
    const { id } = owner.workspace;
    const { hook, agentId } = await newForwarder(owner);
    const canary = newCanary();
    const { workflow } = await ended(owner, (await deliver(hook, canary, `${canary}-e`)).deliveryId);
    await owner.manage('POST', '/tokens', { name: canary, role: 'viewer' });
    await owner.manage('POST', `/agents/${agentId}/chat`, { message: `Report ${canary}.` });
    expect((await remove(id, owner.workspace.token)).status).toBe(401);
    expect((await remove(id)).status).toBe(204);
    expect(await keysOf(canary)).toEqual([]);
    expect((await keysOf(id)).filter((key) => !key.startsWith('hook:'))).toEqual([]);
    await isGoneFromTemporal(workflow.id);
    for await (const { workflowId } of api.temporal.client.workflow.list({ query: `WorkspaceId = '${id}'` }))
      await isGoneFromTemporal(workflowId);
    expect((await fetch(hook, { method: 'POST', body: '{}' })).status).toBe(410);
    expect((await owner.manage('GET', '/workspace')).status).toBe(401);
    expect((await other.manage('GET', '/workspace')).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
  });

  it('ends what is under way', async () => {
    const owner = await api.newOwner();
    const path = `/held/${newCanary()}`;
    const { hook } = await newForwarder(owner, path);
    const canary = newCanary();
    await deliver(hook, canary, 'e1');
    await until('the held request', () => target.holding(path) === 1, patience);
    expect((await remove(owner.workspace.id)).status).toBe(204);
    target.release(path);
    expect(await keysOf(canary)).toEqual([]);
  });
});
