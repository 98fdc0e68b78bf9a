import type { Attempt } from '../send/attempts.ts';
import type { Shop } from '../service/shop.ts';
import type { StormTarget } from '../service/target.ts';
import { checkSlots } from './check-slots.ts';
import type { FaultWindow, Observations, SlotCheck } from './observations.ts';
import { readBill, readRecords } from './read-records.ts';
import { settle } from './settle.ts';

interface Storm {
  readonly shops: readonly Shop[];
  readonly target: StormTarget;
  readonly attempts: readonly Attempt[];
  readonly faults: readonly FaultWindow[];
  readonly settleWithinMs: number;
}

/** A held request is given up after 30 s: so many workspaces are filled at once that this is enough on a busy machine. */
const shopsAtOnce = 4;

/** Waits for the end of all runs and gathers what every side knows of them. */
export async function observe({
  shops,
  target,
  attempts,
  faults,
  settleWithinMs,
}: Storm): Promise<Observations> {
  await settle(shops, settleWithinMs);
  const records = [];
  const bills = [];
  for (const shop of shops) {
    const own = await readRecords(shop);
    records.push(...own);
    bills.push(await readBill(shop, own));
  }
  const effects = [...target.effects];
  const slots: SlotCheck[] = [];
  for (let first = 0; first < shops.length; first += shopsAtOnce) {
    const some = shops.slice(first, first + shopsAtOnce);
    slots.push(...(await Promise.all(some.map((shop) => checkSlots(shop, target)))));
  }
  return { attempts, effects, records, slots, bills, faults };
}
