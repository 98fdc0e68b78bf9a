import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ReplayOrder } from '#contracts/replay.ts';
import { newId } from '#domain/ids.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createReplays } from '#store/delivery/replays.ts';
import { keys } from '#store/records/index.ts';
import { createRuns } from '#store/run/runs.ts';
import { searchAttributeNames } from '#temporal/search-attribute-names.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { arrivalWith } from '#test/support/run.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { startApi } from '#test/support/service.ts';

// No worker: nothing frees a slot, and what goes on by itself waits.
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const failedCount = 2_500;
const atOnce = 100;

/** An automation of which so many deliveries failed. */
async function setUp() {
  const owner = await api.newOwner();
  const { id: automationId } = await owner.newAutomation();
  const hook = { workspaceId: owner.workspace.id, automationId };
  const [admissions, runs] = [createAdmissions({ redis: api.redis }), createRuns({ redis: api.redis })];
  async function fail(): Promise<string> {
    const deliveryId = newId('delivery');
    const ids = { deliveryId, workflowId: `run/${deliveryId}`, eventId: deliveryId, reference: 'A-1' };
    await admissions.admit(hook, arrivalWith(ids), { attempt: 'started' });
    await admissions.confirm(hook, deliveryId);
    await runs.finish({ kind: 'delivery', ...hook, deliveryId }, { outcome: 'failed', reason: null });
    return deliveryId;
  }
  const failed: string[] = [];
  while (failed.length < failedCount)
    failed.push(...(await Promise.all(Array.from({ length: atOnce }, fail))));
  // So many came within a minute.
  await api.redis.del(keys.minute(owner.workspace.id));
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  async function replayAll(query: Record<string, string>) {
    const { text: asked } = await visitor.show(
      `/console/activity/replay-all?${new URLSearchParams(query).toString()}`,
    );
    const hidden = [...asked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = new URLSearchParams(
      hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
    );
    const { text } = await visitor.post('/console/activity/replay-all', fields);
    const [started = ''] = /<h1>.*?<\/h1>[^]*?<\/ul>[^]*?<\/ul>/.exec(text) ?? [];
    return { button: /<button class="primary">([^<]*)/.exec(asked)?.[1], started };
  }
  /** The orders that continue by themselves. */
  async function orders(): Promise<readonly ReplayOrder[]> {
    const found: ReplayOrder[] = [];
    const query = `${searchAttributeNames.automationId} = '${automationId}' AND WorkflowType = 'replayRest'`;
    for await (const { workflowId } of api.temporal.client.workflow.list({ query })) {
      const { events } = await api.temporal.client.workflow.getHandle(workflowId).fetchHistory();
      const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
      found.push(JSON.parse(Buffer.from(payload?.data ?? []).toString()) as ReplayOrder);
    }
    return found;
  }
  const replayed = async () => {
    const { items } = (await (await owner.manage('GET', '/deliveries?outcome=running&limit=200')).json()) as {
      items: { replayOf: string }[];
    };
    return items.map(({ replayOf }) => replayOf);
  };
  return { failed, replayAll, orders, replayed };
}

test('all of 2,500 that failed are replayed, now or as room becomes free, each once, by what ends so and by a text', async () => {
  const { failed, replayAll, orders, replayed } = await setUp();
  const { button, started } = await replayAll({ outcome: 'failed' });
  expect(button).toBe('Replay 2500');
  expect(started).toContain('<h1>8 of 2500 replayed</h1>');
  expect(started).toMatch(/8 started; 2492 follow as slots become free\./);
  expect(started).toMatch(/<b>2492<\/b>\s*not replayed/);
  await expect.poll(async () => (await orders()).length).toBe(1);
  const [{ selection, after } = {} as ReplayOrder] = await orders();
  expect(await createReplays({ redis: api.redis, blobs: noBlobs }).countBehind(selection, after)).toBe(2_492);
  expect(await replayed()).toHaveLength(8);

  const { button: again, started: found } = await replayAll({ outcome: 'failed', q: 'A-1' });
  expect(again).toBe('Replay 2492');
  expect(found).toMatch(/0 started; 2492 follow as slots become free\./);
  await expect.poll(async () => (await orders()).length).toBe(1 + Math.ceil(2_492 / 200));
  const named = (await orders()).flatMap(({ selection: { deliveryIds = [] } }) => deliveryIds);
  expect([...named, ...(await replayed())].toSorted()).toEqual(failed.toSorted());
}, 120_000);
