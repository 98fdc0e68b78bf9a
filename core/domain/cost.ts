import type { Cost, Money, moneyStates } from '#contracts/run.ts';

type MoneyState = (typeof moneyStates)[number];

export interface SpentOnce {
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly cost: Money;
}

const noMoney: Money = { state: 'none', amountMicros: null, currency: 'USD' };

/** Nothing yet: no run billed, no model asked. */
export const noCost: Cost = { automationRuns: 0, inputTokens: 0, outputTokens: 0, money: noMoney };

/** The less certain state wins: a sum with an unknown part is unknown, with an estimated part estimated. */
const certainty: Readonly<Record<MoneyState, number>> = { none: 0, known: 1, estimated: 2, unknown: 3 };

/** The known part of an amount; an unknown part adds nothing to it. */
export const knownPartOf = ({ amountMicros, atLeastMicros }: Pick<Money, 'amountMicros' | 'atLeastMicros'>) =>
  amountMicros ?? atLeastMicros ?? 0;

/** An amount of which `micros` are known. Nothing known is no amount, not zero. */
export function moneyOf(state: MoneyState, micros: number): Money {
  const currency = 'USD';
  if (state === 'none') return noMoney;
  if (state !== 'unknown') return { state, amountMicros: micros, currency };
  return { state, amountMicros: null, currency, ...(micros > 0 && { atLeastMicros: micros }) };
}

export function addMoney(one: Money, other: Money): Money {
  const state = certainty[one.state] >= certainty[other.state] ? one.state : other.state;
  return moneyOf(state, knownPartOf(one) + knownPartOf(other));
}

/** The cost of a run: each accepted delivery that its filter let through is billed as one automation run. */
export function costOf(spent: readonly SpentOnce[], { isBilled }: { isBilled: boolean }): Cost {
  return {
    automationRuns: isBilled ? 1 : 0,
    inputTokens: spent.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
    outputTokens: spent.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    money: spent.map(({ cost }) => cost).reduce(addMoney, noMoney),
  };
}
