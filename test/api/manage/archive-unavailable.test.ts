import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createFolderBlobs } from '#blobs/folder.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createRuns } from '#store/run/runs.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { metricValue } from '#test/support/metric-values.ts';
import { startApi } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('archive-unavailable-');
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  // No server listens there.
  api = await startApi({ BLOBS_URL: 's3://key:secret@127.0.0.1:9/bucket?tls=false' });
});
afterAll(() => api[Symbol.asyncDispose]());

/** A delivery in an archive that the API cannot read. */
async function archived() {
  const owner = await api.newOwner();
  const { id: automationId, hook } = await owner.newAutomation();
  const delivered = await fetch(hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-reference': 'Ticket 7' },
    body: '{"event_id":"e1"}',
  });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  const workspaceId = owner.workspace.id;
  const { redis } = api;
  const answer = `${'It took a while. '.repeat(50)}Gooseberries were ordered.`;
  await redis.hSet(`{${workspaceId}}:delivery:${deliveryId}`, 'answer', answer);
  const run = { kind: 'delivery', workspaceId, automationId, deliveryId } as const;
  await createRuns({ redis }).finish(run, { outcome: 'failed', reason: 'The target said no.' });
  const blobs = createFolderBlobs({ folder: folder() });
  const now = () => Date.now() + 1_000;
  const archiver = createArchiver({ redis, blobs, archiveAfterHours: 0, now });
  expect(await archiver.archiveEnded(workspaceId)).toEqual({ done: 1, failures: [] });
  const { manage } = owner;
  const rows = async (path: string) =>
    ((await (await manage('GET', path)).json()) as { items: { deliveryId: string }[] }).items.map(
      (row) => row.deliveryId,
    );
  return { ...owner, automationId, deliveryId, rows };
}

describe('an archived delivery while the blob store is unavailable', () => {
  test.each([
    ['GET', ''],
    ['GET', '/body'],
    ['GET', '/network-access'],
    ['POST', '/replay'],
    ['DELETE', ''],
  ])('is 503 with a code of its own: %s …%s', async (method, path) => {
    const { manage, deliveryId } = await archived();
    const response = await manage(method, `/deliveries/${deliveryId}${path}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await response.json()).toMatchObject({
      code: 'ARCHIVE_UNAVAILABLE',
      message: 'The delivery is archived, and the store of archived deliveries does not answer',
      hint: 'Send the same request again after the seconds in Retry-After.',
    });
    const page = await api.metrics();
    expect(
      metricValue(page, 'reveille_blob_operation_seconds_count{operation="get",result="failed"}'),
    ).toBeGreaterThan(0);
  });

  test('is listed and found by what its stub says, and not by what its long answer says', async () => {
    const { rows, automationId, deliveryId } = await archived();
    for (const path of [
      `/automations/${automationId}/activity`,
      '/deliveries',
      '/deliveries?reference=Ticket%207',
      '/deliveries?eventId=e1',
      '/deliveries?q=Ticket',
    ])
      expect([path, await rows(path)]).toEqual([path, [deliveryId]]);
    expect(await rows('/deliveries?q=gooseberries')).toEqual([]);
  });

  test('is a replay of many that says so where nothing else could be replayed', async () => {
    const { manage, automationId } = await archived();
    const response = await manage('POST', `/automations/${automationId}/replay`, { outcome: 'failed' });
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'ARCHIVE_UNAVAILABLE' }]);
  });

  test('does not keep its automation from being changed', async () => {
    const { manage, automationId } = await archived();
    const response = await manage('PATCH', `/automations/${automationId}`, {
      filter: 'Only run when a is 1',
    });
    expect(response.status).toBe(200);
  });

  test('is a page of the console that says so, and a row of the activity', async () => {
    const { workspace, deliveryId } = await archived();
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(workspace.token);
    const page = await visitor.show(`/console/deliveries/${deliveryId}`);
    expect(page.response.status).toBe(503);
    expect(page.text).toContain('the store of archived deliveries does not answer');
    const activity = await visitor.show('/console/activity');
    expect(activity.response.status).toBe(200);
    expect(activity.text).toContain(deliveryId);
  });
});
