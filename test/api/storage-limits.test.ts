import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ WORKSPACE_STORED_BYTES: '50000', WORKSPACE_STORED_BYTES_PER_DAY: '200000' });
});
afterAll(() => api[Symbol.asyncDispose]());

const deliver = (hook: string, bytes: number, eventId: string) =>
  fetch(hook, { method: 'POST', headers: { 'x-service-event-id': eventId }, body: 'a'.repeat(bytes) });

async function refusalOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
}

describe('a workspace that stores as much as it may', () => {
  it('refuses deliveries, replays and messages, says how much it stores, and what another takes', async () => {
    const owner = await api.newOwner();
    const automation = await owner.newAutomation();
    const first = await deliver(automation.hook, 40_000, 'first');
    expect(first.status).toBe(200);
    const { deliveryId } = (await first.json()) as { deliveryId: string };

    const refused = await deliver(automation.hook, 20_000, 'second');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusalOf(refused)).toMatchObject({
      status: 429,
      code: 'STORAGE_EXCEEDED',
      message: 'The workspace stores as many bytes as it may',
    });
    const replay = await owner.manage('POST', `/deliveries/${deliveryId}/replay`);
    expect(await refusalOf(replay)).toMatchObject({ status: 429, code: 'STORAGE_EXCEEDED' });
    const message = 'a'.repeat(15_000);
    const chat = await owner.manage('POST', `/agents/${automation.agentId}/chat`, { message });
    expect(await refusalOf(chat)).toMatchObject({ status: 429, code: 'STORAGE_EXCEEDED' });

    expect(await (await deliver(automation.hook, 40_000, 'first')).json()).toMatchObject({
      status: 'duplicate',
      deliveryId,
    });
    const view = (await (await owner.manage('GET', '/workspace')).json()) as {
      storage: { storedBytes: number; todayBytes: number };
      limits: object;
    };
    expect(view.limits).toMatchObject({ storedBytesMax: 50_000, storedBytesPerDay: 200_000 });
    expect(view.storage.storedBytes).toBeGreaterThan(40_000);
    expect(view.storage.storedBytes).toBeLessThan(50_000);
    expect(view.storage.todayBytes).toBe(view.storage.storedBytes);

    const other = await (await api.newOwner()).newAutomation();
    expect((await deliver(other.hook, 20_000, 'second')).status).toBe(200);
  });

  it('counts what was refused among the refusals of the automation', async () => {
    const { manage, newAutomation } = await api.newOwner();
    const automation = await newAutomation();
    expect((await deliver(automation.hook, 60_000, 'large')).status).toBe(429);
    const stats = (await (await manage('GET', `/automations/${automation.id}/stats`)).json()) as {
      total: { refused: object };
    };
    expect(stats.total.refused).toEqual({ STORAGE_EXCEEDED: 1 });
  });
});
