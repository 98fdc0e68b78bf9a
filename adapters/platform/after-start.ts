import { setTimeout as delay } from 'node:timers/promises';

/** A start is busy, and so is who waited for it. */
const usualDelayMs = 30_000;

/** Does later what makes a first call quicker, unless the process stops before; keeps no process alive. */
export function afterStart(work: () => void, stopping: AbortSignal, delayMs = usualDelayMs): void {
  void delay(delayMs, undefined, { signal: stopping, ref: false }).then(work, () => undefined);
}
