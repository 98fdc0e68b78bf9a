import type { z } from 'zod';

import type { Usage } from '../contracts/workspace.ts';
import type { Cost, Money } from '../contracts/run.ts';
import { knownPartOf, moneyOf } from '../domain/cost.ts';
import type { Redis } from './connect.ts';
import { keys } from './records/index.ts';
import { readWithPlaceholders } from './records/read.ts';
import { workspaceRecords } from './records/workspace.ts';

const { fields } = workspaceRecords.usage;

/** What a workspace used, by calendar month (UTC, `YYYY-MM`). */
export function createUsage({ redis }: { redis: Redis }) {
  async function ofMonth(workspaceId: string, month: string): Promise<Usage> {
    const stored = await redis.hGetAll(keys.usage(workspaceId, month));
    const { fields: used, damaged } = readWithPlaceholders(fields, stored, {});
    const { automationRuns, inputTokens, outputTokens } = used;
    const cost = damaged.some(isOfMoney) ? moneyOf('unknown', Math.max(used.micros, 0)) : costOf(used);
    const counts = { month, automationRuns, inputTokens, outputTokens, cost };
    return damaged.length === 0 ? counts : { ...counts, damaged: [...damaged] };
  }

  /** Adds what models cost beside runs. A counter that is damaged or full stays as it is, and keeps no other from counting. */
  async function add(workspaceId: string, month: string, { inputTokens, outputTokens, money }: Cost) {
    const key = keys.usage(workspaceId, month);
    const counts = { inputTokens, outputTokens, micros: knownPartOf(money), [`money:${money.state}`]: 1 };
    const added = await Promise.allSettled(
      Object.entries(counts).map(([counter, amount]) => redis.hIncrBy(key, counter, amount)),
    );
    const failures = added.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length === added.length) throw failures[0];
  }

  return { ofMonth, add };
}

export type UsageStore = ReturnType<typeof createUsage>;

const isOfMoney = (counter: string) => counter === 'micros' || counter.startsWith('money:');

const byCertainty = ['unknown', 'estimated', 'known'] as const;

/** One run of unknown price makes the month's sum unknown; what is known of it is its least. */
function costOf(used: z.output<typeof fields>): Money {
  const state = byCertainty.find((one) => used[`money:${one}`] > 0) ?? 'none';
  return moneyOf(state, used.micros);
}
