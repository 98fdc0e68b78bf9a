import type { TriedDelivery, WouldRun } from '#contracts/understood.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { createFilterTrial } from '#rules/filter-trial.ts';
import { lackedBy } from '#rules/judge-condition.ts';
import { summariseTrial } from '#rules/trial-summary.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';

/** The deliveries that are looked at: enough to see what a filter does, little enough for every look at an automation. */
const looked = { limit: 20, bytesMax: 500_000 };

type Tried = Pick<AutomationRecord, 'id' | 'filter' | 'condition' | 'proposal' | 'sender' | 'damaged'>;

/** The effect of an automation's filter on its newest stored deliveries; null if there are none. */
export async function wouldRun(
  { deliveries }: { readonly deliveries: Pick<Deliveries, 'newest'> },
  workspaceId: string,
  { id, filter, condition, proposal, sender, damaged }: Tried,
): Promise<WouldRun | null> {
  if (damaged.includes('filter') || damaged.includes('condition')) return null;
  const tried = condition ?? proposal?.condition ?? null;
  const { evaluate } = createFilterTrial({ filter, condition: tried, sender });
  const results: TriedDelivery[] = [];
  const samples: TurnDelivery[] = [];
  for await (const { deliveryId, delivery } of deliveries.newest(workspaceId, id, looked)) {
    results.push({ deliveryId, receivedAt: delivery.receivedAt, ...evaluate(delivery) });
    samples.push(delivery);
  }
  if (results.length === 0) return null;
  const missing = tried === null ? [] : lackedBy(tried, samples);
  return { ...summariseTrial(results), missing: [...missing] };
}
