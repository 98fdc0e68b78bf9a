import type { TurnCost } from '../contracts/turn.ts';
import { addMoney } from '../domain/cost.ts';

/** The cost of a turn or filter that used no model. */
export const noTurnCost: TurnCost = {
  state: 'none',
  amountMicros: null,
  currency: 'USD',
  priceTable: null,
};

/** The sum of two costs. The less certain state wins. */
export function addTurnCost(one: TurnCost, other: TurnCost): TurnCost {
  const sum = addMoney(one, other);
  const priceTable = sum.amountMicros === null ? null : (one.priceTable ?? other.priceTable);
  return { ...sum, currency: 'USD', priceTable };
}
