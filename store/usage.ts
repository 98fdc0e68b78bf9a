import type { Usage } from '../contracts/workspace.ts';
import type { Money } from '../contracts/run.ts';
import type { Redis } from './connect.ts';
import { keys } from './keys.ts';

/** What a workspace used, by calendar month (UTC, `YYYY-MM`). */
export function createUsage({ redis }: { redis: Redis }) {
  async function ofMonth(workspaceId: string, month: string): Promise<Usage> {
    const fields = await redis.hGetAll(keys.usage(workspaceId, month));
    const count = (field: string) => Number(fields[field] ?? 0);
    return {
      month,
      automationRuns: count('automationRuns'),
      inputTokens: count('inputTokens'),
      outputTokens: count('outputTokens'),
      cost: moneyOf(count),
    };
  }

  return { ofMonth };
}

export type UsageStore = ReturnType<typeof createUsage>;

/** One run of unknown price makes the month's sum unknown. */
function moneyOf(count: (field: string) => number): Money {
  const currency = 'USD';
  if (count('money:unknown') > 0) return { state: 'unknown', amountMicros: null, currency };
  if (count('money:estimated') > 0) return { state: 'estimated', amountMicros: count('micros'), currency };
  if (count('money:known') > 0) return { state: 'known', amountMicros: count('micros'), currency };
  return { state: 'none', amountMicros: null, currency };
}
