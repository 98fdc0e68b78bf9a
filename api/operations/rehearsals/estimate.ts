import type { z } from 'zod';

import type { Revision } from '#contracts/automation.ts';
import { isByData } from '#rehearsal/is-by-data.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import type { Bound } from './rehearsal-view.ts';

/** Runs of the same text and model differ by so much. */
const margin = 1.05;

/** The most that playing deliveries is expected to cost: what their runs cost, and the dearest of them for those that were not run. */
export async function estimate(
  { recordedRuns }: { readonly recordedRuns: Pick<RecordedRuns, 'costs'> },
  workspaceId: string,
  { draft, isOtherModel }: { readonly draft: Revision; readonly isOtherModel: boolean },
  deliveryIds: readonly string[],
): Promise<z.output<typeof Bound>> {
  if (isByData(draft)) return { tokens: 0, amountMicros: 0 };
  const costs = await recordedRuns.costs(workspaceId, deliveryIds);
  const asked = costs.filter(({ tokens }) => tokens > 0);
  const largest = asked.toSorted((one, other) => other.tokens - one.tokens)[0];
  if (largest === undefined) return { tokens: 0, amountMicros: null };
  const all = costs.map((cost) => (cost.tokens > 0 ? cost : largest));
  const isPriced = !isOtherModel && all.every(({ micros }) => micros !== null);
  return {
    tokens: withMargin(all.map(({ tokens }) => tokens)),
    amountMicros: isPriced ? withMargin(all.map(({ micros }) => micros ?? 0)) : null,
  };
}

const withMargin = (amounts: readonly number[]): number =>
  Math.ceil(margin * amounts.reduce((sum, amount) => sum + amount, 0));
