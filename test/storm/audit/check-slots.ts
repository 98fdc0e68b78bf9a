import { setTimeout as pause } from 'node:timers/promises';

import { limits } from '#domain/limits.ts';
import { sendOnce } from '../send/send-once.ts';
import type { Shop } from '../service/shop.ts';
import type { StormTarget } from '../service/target.ts';
import type { SlotCheck } from './observations.ts';

const slots = limits.concurrentDeliveries;
const tryAgainAfterMs = 500;
const fillWithinMs = 180_000;
const headers = { 'content-type': 'application/json' };

/** Fills the slots of a workspace with runs whose requests the target holds, and sends one more. */
export async function checkSlots(shop: Shop, target: StormTarget): Promise<SlotCheck> {
  const deadline = performance.now() + fillWithinMs;
  const isOver = () => performance.now() > deadline;
  const holding = () => target.holding(shop.heldPath);
  let sent = 0;
  const send = async () => {
    sent += 1;
    return await sendOnce(shop.heldHook.urls[0]!, {
      headers,
      body: JSON.stringify({ order: `held-${shop.number}-${sent}` }),
    });
  };

  // On a busy machine the first may be given up before the last one is there; what is too many is refused.
  while (!isOver() && holding() < slots) {
    await Promise.all(Array.from({ length: slots - holding() }, send));
    await pause(tryAgainAfterMs);
  }
  const fitted = holding();
  const ninth = fitted === slots ? await resultOfNinth() : 'not sent';
  target.release(shop.heldPath);
  await shop.owner.untilAllEnded(shop.heldHook.id, fillWithinMs);
  return { workspace: shop.number, fitted, ninth };

  /** A service that is too busy, or a workspace that sent much in this minute, is asked again. */
  async function resultOfNinth(): Promise<string> {
    for (;;) {
      const result = await send();
      const said =
        result.kind === 'taken' ? result.status : result.kind === 'refused' ? result.code : result.kind;
      const isAskedAgain = ['INTAKE_UNAVAILABLE', 'DELIVERY_RATE_EXCEEDED', 'nothing'].includes(said);
      if (!isAskedAgain || isOver()) return said;
      await pause(tryAgainAfterMs);
    }
  }
}
