import { setTimeout as pause } from 'node:timers/promises';

import { requestOf, type PlannedDelivery } from '../plan/delivery.ts';
import type { AttemptLog, AttemptResult } from './attempts.ts';
import { hangUp } from './hang-up.ts';
import { sendOnce } from './send-once.ts';

const tryAgainAfterMs = 500;

interface SenderDeps {
  readonly log: AttemptLog;
  /** The addresses of a hook, one for each API. */
  readonly hooksOf: (delivery: PlannedDelivery) => readonly string[];
  /** Aborts when senders give up for good. */
  readonly stop: AbortSignal;
}

/** Sends deliveries as real senders do: the same request again after 429, 503 and a lost connection, until it is taken. */
export function createSender({ log, hooksOf, stop }: SenderDeps) {
  /** Ends when no sender of the delivery tries any more. */
  async function deliver(delivery: PlannedDelivery): Promise<void> {
    log.begin(delivery);
    const senders = delivery.isTwice ? ([0, 1] as const) : ([0] as const);
    await Promise.all(senders.map((sender) => keepTrying(delivery, sender)));
    log.settle();
  }

  async function keepTrying(delivery: PlannedDelivery, sender: 0 | 1): Promise<void> {
    const hooks = hooksOf(delivery);
    const request = requestOf(delivery);
    const attempt = async (count: number, send: (url: string) => Promise<AttemptResult>) => {
      const startedAtMs = performance.now();
      // Two senders of one event come by different ways, and each takes another way when one fails.
      const result = await send(hooks[(delivery.number + sender + count) % hooks.length]!);
      log.add({ delivery: delivery.number, sender, startedAtMs, endedAtMs: performance.now(), result });
      return result;
    };
    const { cutOff } = delivery;
    if (cutOff !== null && sender === 0) {
      await attempt(0, async (url) => {
        await hangUp(url, request, cutOff.at);
        return { kind: 'hung-up' };
      });
      if (!cutOff.isSentAgain) return;
    }
    for (let count = 0; !stop.aborted; count += 1) {
      const result = await attempt(count, (url) => sendOnce(url, request));
      if (result.kind === 'taken' || (result.kind === 'refused' && isFinal(delivery, result.status))) return;
      await pause(tryAgainAfterMs, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  return { deliver };
}

/** 429 and 503 ask for another try. */
const isFinal = ({ givesUp }: PlannedDelivery, status: number) =>
  givesUp || (status !== 429 && status !== 503);
