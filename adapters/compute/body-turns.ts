import { createTurns, type Turns } from './turns.ts';

/** Bodies on their way to the store at once: what arrives behind them waits for a few megabytes, and not for all of them. */
const slots = Array.from({ length: 8 }, (_, index) => index);
/** Below the ten seconds that senders such as GitHub wait. */
const waitMsMax = 8_000;

/** Turns of large deliveries at the store, between hooks. The memory for bodies bounds how many wait. */
export const createBodyTurns = (): Turns<number> =>
  createTurns({
    slots,
    waitMsMax,
    waitingMax: Infinity,
    busy: () => new Error('Too many large deliveries wait to be stored.'),
  });
