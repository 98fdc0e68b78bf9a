import { expect, test } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/**
 * A run whose only request is under way when its worker is stopped, with another worker beside it. `until` is how many
 * requests the target sees before it answers them.
 */
async function stopInRequest(instructions: (url: string) => string, until: number) {
  await using target = await startOrderTarget({ key: 'key' });
  await using api = await startApi();
  const { manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation({ instructions: instructions(`${target.url}/held`) });
  await manage('POST', `/agents/${automation.agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: 'key',
  });
  const stopping = await startRunsWorker(api, { graceMs: 0 });
  await fetch(automation.hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event_id":"evt"}',
  });
  await expect.poll(() => target.seen.length).toBe(1);
  await using _other = await startRunsWorker(api);
  await stopping[Symbol.asyncDispose]();
  await expect.poll(() => target.seen.length).toBe(until);
  target.release();
  await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`).result();
  const { items } = (await (await manage('GET', `/automations/${automation.id}/activity`)).json()) as {
    items: { deliveryId: string }[];
  };
  const record = await manage('GET', `/deliveries/${items[0]!.deliveryId}`);
  return { seen: target.seen, record: (await record.json()) as DeliveryRecord };
}

test('a GET that a stopping worker cuts off is answered at another worker', async () => {
  const { record, seen } = await stopInRequest((url) => `GET ${url}/stock.`, 2);
  expect(record).toMatchObject({ outcome: 'succeeded' });
  expect(record.steps.filter(({ kind }) => kind === 'request')).toMatchObject([{ outcome: 'answered' }]);
  expect(seen).toHaveLength(2);
});

test('a POST that a stopping worker cuts off is not sent a second time', async () => {
  const { record, seen } = await stopInRequest((url) => `POST ${url}/orders with JSON {"order": "A-1"}.`, 1);
  expect(record).toMatchObject({ outcome: 'unknown_effect' });
  expect(seen).toHaveLength(1);
});
