import type { TurnCost } from '#contracts/turn.ts';

/** The cost of a turn or filter that used no model. */
export const noTurnCost: TurnCost = {
  state: 'none',
  amountMicros: null,
  currency: 'USD',
  priceTable: null,
};
