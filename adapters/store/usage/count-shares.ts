import type { Cost } from '#contracts/run.ts';
import { knownPartOf } from '#domain/cost.ts';
import type { shareCounters } from '../records/usage.ts';

type Counter = (typeof shareCounters)[number];
export type ShareCount = readonly [field: string, amount: number];

/**
 * The amounts that are added to the counters of an automation or of a model: its fields, without those that stay as they
 * are.
 */
export function countsOfShare(id: string, { automationRuns, inputTokens, outputTokens, money }: Cost) {
  const counts = {
    automationRuns,
    inputTokens,
    outputTokens,
    micros: knownPartOf(money),
    // A cost of none is no part of any sum.
    [`money:${money.state}`]: money.state === 'none' ? 0 : 1,
  } satisfies Partial<Record<Counter, number>>;
  return Object.entries(counts).flatMap(([counter, amount]): ShareCount[] =>
    amount === 0 ? [] : [[`${id}:${counter}`, amount]],
  );
}
