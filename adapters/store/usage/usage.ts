import type { Cost } from '#contracts/run.ts';
import type { MonthUsage } from '#contracts/usage.ts';
import type { Usage } from '#contracts/workspace.ts';
import { knownPartOf, moneyOf } from '#domain/cost.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { workspaceRecords } from '../records/workspace.ts';
import { countsOfShare, type ShareCount } from './count-shares.ts';
import { moneyOfCounters } from './money-of-counters.ts';
import { readShares } from './read-shares.ts';

const { fields } = workspaceRecords.usage;

interface Asked {
  readonly automationId: string;
  readonly model: string;
}

export function createUsage({ redis }: { redis: Redis }) {
  async function ofMonth(workspaceId: string, month: string): Promise<Usage> {
    const stored = await redis.hGetAll(keys.usage(workspaceId, month));
    const { fields: used, damaged } = readWithPlaceholders(fields, stored, {});
    const { automationRuns, inputTokens, outputTokens } = used;
    const cost = damaged.some(isOfMoney)
      ? moneyOf('unknown', Math.max(used.micros, 0))
      : moneyOfCounters(used);
    const counts = { month, automationRuns, inputTokens, outputTokens, cost };
    return damaged.length === 0 ? counts : { ...counts, damaged: [...damaged] };
  }

  /** The same with what each automation and each model used. */
  async function sharesOfMonth(workspaceId: string, month: string): Promise<MonthUsage> {
    const [whole, automations, models] = await Promise.all([
      ofMonth(workspaceId, month),
      redis.hGetAll(keys.usageByAutomation(workspaceId, month)),
      redis.hGetAll(keys.usageByModel(workspaceId, month)),
    ]);
    return {
      ...whole,
      automations: [...readShares(whole, automations)],
      models: readShares(whole, models).map(({ id, name: _name, ...used }) => ({ model: id, ...used })),
    };
  }

  /** Adds what a model cost beside runs. A counter that is damaged or full stays as it is, and keeps no other from counting. */
  async function add(workspaceId: string, month: string, cost: Cost, { automationId, model }: Asked) {
    const { inputTokens, outputTokens, money } = cost;
    const ofWhole = { inputTokens, outputTokens, micros: knownPartOf(money), [`money:${money.state}`]: 1 };
    const counts: readonly (readonly [string, readonly ShareCount[]])[] = [
      [keys.usage(workspaceId, month), Object.entries(ofWhole)],
      [keys.usageByAutomation(workspaceId, month), countsOfShare(automationId, cost)],
      [keys.usageByModel(workspaceId, month), countsOfShare(model, cost)],
    ];
    const added = await Promise.allSettled(
      counts.flatMap(([key, fields]) => fields.map(([field, amount]) => redis.hIncrBy(key, field, amount))),
    );
    const failures = added.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length === added.length) throw failures[0];
  }

  return { ofMonth, sharesOfMonth, add };
}

export type UsageStore = ReturnType<typeof createUsage>;

const isOfMoney = (counter: string) => counter === 'micros' || counter.startsWith('money:');
