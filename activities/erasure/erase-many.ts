import { setTimeout as pause } from 'node:timers/promises';

import type { ErasureRef } from '#contracts/erasure.ts';
import { type DeliveryErasureDeps, eraseDelivery } from './erase-delivery.ts';

/** Each is some round trips to the store and to Temporal. */
const atOnce = 8;
const claimPauseMs = 1_000;

/** The deliveries with a reference. Gives how many were erased, batch by batch. */
export async function* eraseReference(
  deps: DeliveryErasureDeps,
  { workspaceId }: ErasureRef,
  reference: string,
): AsyncGenerator<number> {
  for await (const ids of deps.eraser.withReference(workspaceId, reference))
    yield* inGroups(ids, async (deliveryId) => {
      await eraseDelivery(deps, { workspaceId, deliveryId });
    });
}

/** The deliveries of a deleted automation, with their stubs: its hook takes none any more. Then the automation. */
export async function* eraseAutomation(
  deps: DeliveryErasureDeps,
  { workspaceId }: ErasureRef,
  automationId: string,
): AsyncGenerator<number> {
  const { eraser } = deps;
  for (;;) {
    const ids = await eraser.ofAutomation(workspaceId, automationId);
    yield* inGroups(ids, async (deliveryId) => {
      await eraseDelivery(deps, { workspaceId, deliveryId });
      await eraser.removeRun(workspaceId, automationId, deliveryId);
    });
    if (ids.length > 0) continue;
    if (!(await eraser.isClaimed(workspaceId, automationId))) break;
    yield 0;
    await pause(claimPauseMs);
  }
  await eraser.removeAutomation(workspaceId, automationId);
}

async function* inGroups(
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): AsyncGenerator<number> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const group = ids.slice(start, start + atOnce);
    await Promise.all(group.map(work));
    yield group.length;
  }
}
