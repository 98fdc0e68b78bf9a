import type { TurnCost } from '../contracts/turn.ts';
import { addMoney } from '../domain/cost.ts';

/** The cost of two calls; the less certain state wins, and what is partly unknown is unknown. */
export function addCost(one: TurnCost, other: TurnCost): TurnCost {
  const sum = addMoney(one, other);
  const priceTable = sum.amountMicros === null ? null : (one.priceTable ?? other.priceTable);
  return { ...sum, currency: 'USD', priceTable };
}
