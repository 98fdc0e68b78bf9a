import { afterAll, beforeAll, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
let target: Awaited<ReturnType<typeof startOrderTarget>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
  target = await startOrderTarget({ key: 'key-of-the-target' });
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

it('lists what the run of a delivery was allowed and refused, and nothing of another run', async () => {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({
    instructions: `POST ${target.url}/orders with JSON {"order": "{{order}}"}.`,
  });
  const read = async (path: string) => (await owner.manage('GET', path)).json();
  async function run(order: string): Promise<string> {
    const response = await fetch(automation.hook, { method: 'POST', body: JSON.stringify({ order }) });
    const { deliveryId } = (await response.json()) as { deliveryId: string };
    await expect
      .poll(async () => ((await read(`/deliveries/${deliveryId}`)) as { outcome: string }).outcome)
      .not.toBe('running');
    return deliveryId;
  }
  const refused = await run('A-1');
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
  await owner.manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const allowed = await run('A-22');
  expect(await read(`/deliveries/${refused}/network-access`)).toMatchObject({
    items: [{ deliveryId: refused, allowed: false, ground: 'host', bytesOut: 0 }],
    complete: true,
  });
  const { items } = (await read(`/deliveries/${allowed}/network-access`)) as { items: object[] };
  expect(items).toHaveLength(1);
  expect(items).toMatchObject([
    { deliveryId: allowed, allowed: true, bytesOut: '{"order":"A-22"}'.length, status: 201 },
  ]);
  const other = await api.newOwner();
  expect((await other.manage('GET', `/deliveries/${allowed}/network-access`)).status).toBe(404);
});
