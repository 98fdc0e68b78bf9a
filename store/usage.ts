import type { Usage } from '../contracts/workspace.ts';
import type { Money } from '../contracts/run.ts';
import { moneyOf } from '../domain/cost.ts';
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
      cost: costOf(count),
    };
  }

  return { ofMonth };
}

export type UsageStore = ReturnType<typeof createUsage>;

const byCertainty = ['unknown', 'estimated', 'known'] as const;

/** One run of unknown price makes the month's sum unknown; what is known of it stands as its least. */
function costOf(count: (field: string) => number): Money {
  const state = byCertainty.find((one) => count(`money:${one}`) > 0) ?? 'none';
  return moneyOf(state, count('micros'));
}
