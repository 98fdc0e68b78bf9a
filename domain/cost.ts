import type { Cost, Money, moneyStates } from '../contracts/run.ts';

type MoneyState = (typeof moneyStates)[number];

/** What one model call used. */
export interface SpentOnce {
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly cost: Money;
}

const noMoney: Money = { state: 'none', amountMicros: null, currency: 'USD' };

/** Nothing yet: no run billed, no model asked. */
export const noCost: Cost = { automationRuns: 0, inputTokens: 0, outputTokens: 0, money: noMoney };

/** The less certain state wins: a sum with an unknown part is unknown, with an estimated part estimated. */
const certainty: Readonly<Record<MoneyState, number>> = { none: 0, known: 1, estimated: 2, unknown: 3 };

function addMoney(one: Money, other: Money): Money {
  const state = certainty[one.state] >= certainty[other.state] ? one.state : other.state;
  const isCounted = state === 'known' || state === 'estimated';
  return {
    state,
    amountMicros: isCounted ? (one.amountMicros ?? 0) + (other.amountMicros ?? 0) : null,
    currency: one.currency,
  };
}

/** The cost of a run: each accepted delivery that was not skipped by its filter is billed as one automation run. */
export function costOf(spent: readonly SpentOnce[], { isBilled }: { isBilled: boolean }): Cost {
  return {
    automationRuns: isBilled ? 1 : 0,
    inputTokens: spent.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
    outputTokens: spent.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    money: spent.map(({ cost }) => cost).reduce(addMoney, noMoney),
  };
}
