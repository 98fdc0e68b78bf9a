import { expect, test } from 'vitest';

import { keys } from '#store/records/index.ts';
import { alarmsOf } from '#test/support/quiet-runtime.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { deliver } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';

const workspaces = 6;
/** As many as a workspace may have under way. */
const runsOfWorkspace = 8;
/** A worker that waits this long for an answer takes the target for a slow one. */
const slowMs = 2_500;

test('runs whose records the store lost end, and hold up no other workspace', async () => {
  await using target = await startOrderTarget({ key: 'key', answerAfterMs: slowMs });
  await using api = await startApi();
  await using _worker = await startRunsWorker(api);
  const { workflow } = api.temporal.client;

  async function newShop(path: string) {
    const { workspace, manage, newAutomation } = await api.newOwner();
    const instructions = `POST ${target.url}${path} with JSON {"order": "A-1"}.`;
    const automation = await newAutomation({ instructions });
    const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key' };
    await manage('POST', `/agents/${automation.agentId}/network-access`, policy);
    return { workspaceId: workspace.id, ...automation };
  }
  async function send({ id, hook }: { id: string; hook: string }, eventId: string) {
    const handle = workflow.getHandle(`run/${id}/id/${eventId}`);
    return { ...(await deliver(hook, eventId, {})), handle };
  }

  // Each request to a slow target is a step of its own: Temporal knows then what the run did before.
  const first = await send(await newShop('/orders'), 'evt');
  await first.handle.result();

  const shops = await Promise.all(Array.from({ length: workspaces }, () => newShop('/held/orders')));
  const lost = await Promise.all(
    shops.flatMap((shop) =>
      Array.from({ length: runsOfWorkspace }, async (_, index) => ({
        ...(await send(shop, `evt-${index}`)),
        workspaceId: shop.workspaceId,
      })),
    ),
  );
  await expect.poll(() => target.seen.length, { timeout: 120_000 }).toBe(1 + lost.length);
  for (const { workspaceId, deliveryId } of lost)
    for (const key of ['run', 'body', 'steps', 'turns', 'calls'] as const)
      await api.redis.del(keys[key](workspaceId, deliveryId));
  target.release();

  const healthy = await send(await newShop('/orders'), 'evt');
  expect(await healthy.handle.result()).toMatchObject({ outcome: 'succeeded' });
  for (const { handle } of lost)
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'InternalFault', details: [{ outcome: 'failed' }] },
    });
  // Their effects are not repeated under the same event id, although their workflows failed.
  const again = await Promise.all(shops.map((shop) => send(shop, 'evt-0')));
  expect(again.map(({ status }) => status)).toEqual(shops.map(() => 'duplicate'));
  expect(target.seen).toHaveLength(1 + lost.length + 1);
  for (const { deliveryId } of lost) await expect.poll(() => alarmsOf(deliveryId)).toEqual(['lost']);
});
