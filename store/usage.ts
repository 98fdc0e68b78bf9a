import type { z } from 'zod';

import type { Usage } from '../contracts/workspace.ts';
import type { Money } from '../contracts/run.ts';
import { moneyOf } from '../domain/cost.ts';
import type { Redis } from './connect.ts';
import { keys } from './records/index.ts';
import { workspaceRecords } from './records/workspace.ts';

const { fields } = workspaceRecords.usage;

/** What a workspace used, by calendar month (UTC, `YYYY-MM`). */
export function createUsage({ redis }: { redis: Redis }) {
  async function ofMonth(workspaceId: string, month: string): Promise<Usage> {
    const used = fields.parse(await redis.hGetAll(keys.usage(workspaceId, month)));
    const { automationRuns, inputTokens, outputTokens } = used;
    return { month, automationRuns, inputTokens, outputTokens, cost: costOf(used) };
  }

  return { ofMonth };
}

export type UsageStore = ReturnType<typeof createUsage>;

const byCertainty = ['unknown', 'estimated', 'known'] as const;

/** One run of unknown price makes the month's sum unknown; what is known of it is its least. */
function costOf(used: z.output<typeof fields>): Money {
  const state = byCertainty.find((one) => used[`money:${one}`] > 0) ?? 'none';
  return moneyOf(state, used.micros);
}
