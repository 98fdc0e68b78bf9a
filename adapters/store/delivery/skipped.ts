import type { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import type { Hook } from '../automation/hooks.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { script } from '../script.ts';

const { fields } = runRecords.run;
const KeptFields = fields.pick({
  receivedAt: true,
  reason: true,
  reference: true,
  supersededBy: true,
});

/** A delivery for which no run was started, and whose body is kept. `receivedAt` in epoch milliseconds. */
export type KeptDelivery = Readonly<z.output<typeof KeptFields>> & { readonly deliveryId: string };

const settleScript = script('settle-skipped', ['fields-of', 'kept', 'publish-change', 'storage']);
const amendRun = script('amend-run', ['fields-of', 'storage']);

/** The deliveries of automations that were skipped before any run was started, and can be run. */
export function createSkippedDeliveries({ redis }: { readonly redis: Redis }) {
  /** Oldest first; what cannot be read is left out. */
  async function keptDeliveries({ workspaceId, automationId }: Hook): Promise<readonly KeptDelivery[]> {
    const ids = await redis.hKeys(keys.keptDeliveries(workspaceId, automationId));
    const found = await Promise.all(
      ids.map(async (deliveryId) => {
        const read = await readFields(redis, keys.run(workspaceId, deliveryId), KeptFields);
        return read === null ? [] : [{ deliveryId, ...read }];
      }),
    );
    return found
      .flat()
      .toSorted(
        (one, other) => one.receivedAt - other.receivedAt || (one.deliveryId < other.deliveryId ? -1 : 1),
      );
  }

  /** Its run is safely started, or was before: its body is no longer needed. Safe to repeat. */
  async function settleSkipped(
    { workspaceId, automationId }: Hook,
    deliveryId: string,
    ranAs: string,
  ): Promise<void> {
    await settleScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.keptDeliveries(workspaceId, automationId),
      ],
      [deliveryId, ranAs],
    );
  }

  /** A newer one of the same reference was run in its place; its body stays. */
  async function supersede(workspaceId: string, deliveryId: string, newerId: string): Promise<void> {
    const written = fieldsOf(fields, { supersededBy: newerId });
    await amendRun(redis, [keys.run(workspaceId, deliveryId)], written);
  }

  return { keptDeliveries, settleSkipped, supersede };
}
