import { setTimeout as pause } from 'node:timers/promises';

import type { PlannedDelivery } from '../plan/delivery.ts';

interface Pace {
  readonly perSecond: number;
  /** Deliveries that are sent at the same time at most, those that are tried again included. */
  readonly openMax: number;
  /** Deliveries that may be begun before the fault that is due next is over. */
  readonly allowed: () => number;
  readonly open: () => number;
  readonly stop: AbortSignal;
}

const lookEveryMs = 20;

/**
 * Begins one delivery after the other and resolves when all are settled. While a fault lasts longer than its share of the
 * deliveries, new ones come one at a time: some are left for the faults to come, and something is always under way.
 */
export async function sendAll(
  deliveries: readonly PlannedDelivery[],
  deliver: (delivery: PlannedDelivery) => Promise<void>,
  { perSecond, openMax, allowed, open, stop }: Pace,
): Promise<void> {
  const sending: Promise<void>[] = [];
  for (const delivery of deliveries) {
    await pause(1000 / perSecond);
    while (!stop.aborted && open() >= (delivery.number < allowed() ? openMax : 1)) await pause(lookEveryMs);
    if (stop.aborted) break;
    sending.push(deliver(delivery));
  }
  await Promise.all(sending);
}
