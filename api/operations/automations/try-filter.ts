import type { TriedDelivery } from '#contracts/understood.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { summariseTrial } from '#rules/trial-summary.ts';
import type { FilterTest } from './filter-test.ts';
import type { FilterJudge } from './judge-filter.ts';

/** Sequential: what the model made of the filter for one delivery decides others without asking. */
export async function tryFilter(
  deliveries: readonly { readonly deliveryId: string; readonly delivery: TurnDelivery }[],
  { judge, account }: FilterJudge,
): Promise<FilterTest> {
  const tried: TriedDelivery[] = [];
  for (const { deliveryId, delivery } of deliveries)
    tried.push({ deliveryId, receivedAt: delivery.receivedAt, ...(await judge(delivery)) });
  const { of, run, skip, unknown, warning, evidence } = summariseTrial(tried);
  return {
    ...account(),
    wouldRun: run,
    wouldSkip: skip,
    needsModel: unknown,
    of,
    warning,
    items: evidence,
  };
}
