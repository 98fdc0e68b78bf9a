import { Cost } from '#contracts/run.ts';
import { costOf, moneyOf, type SpentOnce } from '#domain/cost.ts';

/** The cost of a run. A sum that is too large to be stored is unknown. */
export function storableCost(calls: readonly SpentOnce[], options: { readonly isBilled: boolean }): Cost {
  const cost = costOf(calls, options);
  return Cost.safeParse(cost).success
    ? cost
    : { ...cost, inputTokens: 0, outputTokens: 0, money: moneyOf('unknown', 0) };
}
