import { afterAll, beforeAll, expect, test } from 'vitest';

import { replayDelivery } from '#api/operations/deliveries/replay-delivery.ts';
import { buildEvents } from '#api/compose/events.ts';
import { buildRecords } from '#api/compose/records.ts';
import { buildRuns } from '#api/compose/runs.ts';
import { createMetrics } from '#platform/metrics/create-metrics.ts';
import { noTracing } from '#platform/tracing/tracing.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { silentLogger } from '#test/support/silent-logger.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

test('a replay of an automation that is paused in the meantime is refused as one that was paused before', async () => {
  const { workspace, newAutomation, manage } = await api.newOwner();
  const { id, hook } = await newAutomation();
  const delivered = await fetch(hook, { method: 'POST', body: '{"a":1}' });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  const parts = {
    ...api,
    logger: silentLogger,
    metrics: createMetrics('api'),
    tracing: noTracing,
    blobs: noBlobs,
  };
  const events = buildEvents(parts);
  const records = buildRecords(parts, events);
  const operation = replayDelivery({
    ...buildRuns(parts, events),
    deliveries: records.deliveries,
    automations: {
      find: async (workspaceId, automationId) => {
        const found = await records.automations.find(workspaceId, automationId);
        await records.automations.setState(workspaceId, automationId, 'paused');
        return found;
      },
    },
  });
  const caller = { ...workspace, role: 'editor', suspended: false, timeZone: 'UTC' };
  const request = { workspace: caller, params: { deliveryId }, headers: {} } as unknown as Parameters<
    typeof operation.handle
  >[0];
  await expect(operation.handle(request)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'deliveryId: the automation is paused',
  });
  expect(await (await manage('GET', `/automations/${id}`)).json()).toMatchObject({ state: 'paused' });
});
