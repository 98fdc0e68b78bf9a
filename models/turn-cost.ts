import type { TurnCost } from '../contracts/turn.ts';
import { addMoney } from '../domain/cost.ts';

/** Of a turn or a filter for which no model was used. */
export const noTurnCost: TurnCost = {
  state: 'none',
  amountMicros: null,
  currency: 'USD',
  priceTable: null,
};

/** The cost of two calls; the less certain state wins, and what is partly unknown is unknown. */
export function addTurnCost(one: TurnCost, other: TurnCost): TurnCost {
  const sum = addMoney(one, other);
  const priceTable = sum.amountMicros === null ? null : (one.priceTable ?? other.priceTable);
  return { ...sum, currency: 'USD', priceTable };
}
