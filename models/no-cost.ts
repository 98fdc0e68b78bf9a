import type { TurnCost } from '../contracts/turn.ts';

/** No model was used. */
export const noCost: TurnCost = { state: 'none', amountMicros: null, currency: 'USD', priceTable: null };
