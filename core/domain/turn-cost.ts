import type { TurnCost } from '#contracts/turn.ts';

export const noTurnCost: TurnCost = {
  state: 'none',
  amountMicros: null,
  currency: 'USD',
  priceTable: null,
};
