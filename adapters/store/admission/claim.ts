import type { Redis } from '../connection/connect.ts';
import type { Hook } from '../automation/hooks.ts';
import { budgetPrefixes } from '../records/budget.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

export type Confirmation = 'confirmed' | 'already' | 'missing';
/** `confirmed`: it was left alone, because its run has started. */
export type Withdrawal = 'withdrawn' | 'confirmed' | 'missing';

const confirmScript = script('confirm', ['fields-of', 'publish-change', 'index-delivery', 'storage']);
const withdrawScript = script('withdraw', ['budget']);

/** The further life of a claim that admission left. */
export function createClaims({ redis }: { redis: Redis }) {
  /** Makes the claim lasting. `missing`: its lease ran out, so the record must be written again. */
  async function confirm({ workspaceId, automationId }: Hook, deliveryId: string): Promise<Confirmation> {
    return (await confirmScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.slots(workspaceId),
        keys.activity(workspaceId, automationId),
        keys.activityWith(workspaceId, automationId, 'running'),
        keys.deliveryIndex(workspaceId),
      ],
      [deliveryId],
    )) as Confirmation;
  }

  /** Leaves no trace of a claim that was not confirmed. */
  async function withdraw({ workspaceId, automationId }: Hook, deliveryId: string): Promise<Withdrawal> {
    return (await withdrawScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.body(workspaceId, deliveryId),
        keys.minute(workspaceId),
        keys.slots(workspaceId),
      ],
      [deliveryId, ...budgetPrefixes(workspaceId, automationId)],
    )) as Withdrawal;
  }

  async function isConfirmed({ workspaceId }: Hook, deliveryId: string): Promise<boolean> {
    return (await redis.hGet(keys.run(workspaceId, deliveryId), 'phase')) === 'confirmed';
  }

  return { confirm, withdraw, isConfirmed };
}
