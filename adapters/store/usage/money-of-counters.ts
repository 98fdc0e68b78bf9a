import type { Money } from '#contracts/run.ts';
import { moneyOf } from '#domain/cost.ts';

interface MoneyCounters {
  readonly micros: number;
  readonly 'money:unknown': number;
  readonly 'money:estimated': number;
  readonly 'money:known': number;
}

const byCertainty = ['unknown', 'estimated', 'known'] as const;

/** One run of unknown price makes the sum unknown; what is known of it is its least. */
export function moneyOfCounters(counters: MoneyCounters): Money {
  const state = byCertainty.find((one) => counters[`money:${one}`] > 0) ?? 'none';
  return moneyOf(state, counters.micros);
}
