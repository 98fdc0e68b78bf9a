import { expect, test } from 'vitest';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { createConcurrencySlots } from '#intake/concurrency-slots.ts';
import { createRuns } from '#store/run/runs.ts';
import { createSlots } from '#store/slots.ts';
import { createRunStates } from '#temporal/run-states.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/** The record of a run whose POST is on its way when an operator ends it by `end`, once it is over. */
async function endInRequest(end: 'cancel' | 'terminate'): Promise<DeliveryRecord> {
  await using target = await startOrderTarget({ key: 'key' });
  await using api = await startApi();
  await using _worker = await startRunsWorker(api);
  const { workspace, manage, newAutomation } = await api.newOwner();
  const instructions = `POST ${target.url}/held/orders with JSON {"order": "A-1"}.`;
  const automation = await newAutomation({ instructions });
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
  await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
  const answer = await fetch(automation.hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event_id":"evt"}',
  });
  const { deliveryId } = (await answer.json()) as { deliveryId: string };
  await expect.poll(() => target.seen.length).toBe(1);
  const { client } = api.temporal;
  const handle = client.workflow.getHandle(`run/${automation.id}/id/evt`);
  await handle[end]();
  const ended = end === 'cancel' ? 'cancelled' : 'terminated';
  await expect(handle.result()).rejects.toThrow(ended);
  const { reclaim } = createConcurrencySlots({
    slots: createSlots({ redis: api.redis }),
    runs: createRuns({ redis: api.redis }),
    runStarter: { start: () => Promise.reject(new Error('not asked')) },
    runStates: createRunStates({ client }),
  });
  await reclaim(workspace.id);
  target.release();
  return (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
}

test.each([
  ['cancel', 'The run was cancelled by an operator.'],
  ['terminate', 'The run was terminated by an operator.'],
] as const)('a POST that an operator cuts off has an unknown effect: %s', async (end, because) => {
  const { outcome, reason } = await endInRequest(end);
  expect(outcome).toBe('unknown_effect');
  expect(reason).toMatch(
    new RegExp(`^${because} POST 127\\.0\\.0\\.1:\\d+/held/orders may or may not have arrived`),
  );
});
