import { setTimeout as pause } from 'node:timers/promises';

import { limits } from '../../../domain/limits.ts';
import { sendOnce } from '../send/send-once.ts';
import type { Shop } from '../service/shop.ts';
import type { StormTarget } from '../service/target.ts';
import type { SlotCheck } from './observations.ts';

const slots = limits.concurrentDeliveries;
const tryAgainAfterMs = 500;
const headers = { 'content-type': 'application/json' };

/** Fills the slots of a workspace with runs whose requests the target holds, and sends one more. */
export async function checkSlots(shop: Shop, target: StormTarget, timeoutMs: number): Promise<SlotCheck> {
  const deadline = performance.now() + timeoutMs;
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

  const senders = Array.from({ length: slots }, async () => {
    while (!isOver() && (await send()).kind !== 'taken') await pause(tryAgainAfterMs);
  });
  await Promise.all(senders);
  while (!isOver() && holding() < slots) await pause(tryAgainAfterMs);
  const fitted = holding();
  const ninth = fitted === slots ? await hearNinth() : 'not sent';
  target.release(shop.heldPath);
  await shop.owner.untilAllEnded(shop.heldHook.id, timeoutMs);
  return { workspace: shop.number, fitted, ninth };

  /** A service that is too busy, or a workspace that sent much in this minute, is asked again. */
  async function hearNinth(): Promise<string> {
    for (;;) {
      const heard = await send();
      const said = heard.kind === 'taken' ? heard.status : heard.kind === 'refused' ? heard.code : heard.kind;
      const isAskedAgain = ['INTAKE_UNAVAILABLE', 'DELIVERY_RATE_EXCEEDED', 'nothing'].includes(said);
      if (!isAskedAgain || isOver()) return said;
      await pause(tryAgainAfterMs);
    }
  }
}
