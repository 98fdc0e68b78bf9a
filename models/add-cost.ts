import type { TurnCost } from '../contracts/turn.ts';

const certainty: Readonly<Record<TurnCost['state'], number>> = {
  none: 0,
  known: 1,
  estimated: 2,
  unknown: 3,
};

/** The cost of two calls; the less certain state wins, and what is partly unknown is unknown. */
export function addCost(one: TurnCost, other: TurnCost): TurnCost {
  const state = certainty[one.state] >= certainty[other.state] ? one.state : other.state;
  const isCounted = state === 'known' || state === 'estimated';
  return {
    state,
    amountMicros: isCounted ? (one.amountMicros ?? 0) + (other.amountMicros ?? 0) : null,
    currency: 'USD',
    priceTable: isCounted ? (one.priceTable ?? other.priceTable) : null,
  };
}
