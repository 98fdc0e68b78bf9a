import type { Burst, Order } from '#contracts/hold-settings.ts';
import type { BudgetUsed, Budget } from '#contracts/budget.ts';
import { localDay } from '#domain/local-day.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { budgetRecords } from '../records/budget.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { createPurses } from './purses.ts';
import { script } from '../script.ts';
import { timeZoneIn } from '../workspace/time-zone.ts';

const setLimitsScript = script('set-limits', ['line']);

interface GivenLimits {
  readonly budget?: Budget | undefined;
  readonly burst?: Burst | undefined;
  readonly order?: Order | undefined;
}

/** The budgets of automations. Admission holds them to it, and so does the purse of each call of a model (`purses.ts`). */
export function createBudgets({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Sets what is given: what it may use, and which of its deliveries wait for what. */
  async function setLimits(
    { workspaceId, automationId }: Hook,
    { budget, burst, order }: GivenLimits,
  ): Promise<void> {
    if (budget === undefined && burst === undefined && order === undefined) return;
    const given = { budget, burst, order, updatedAt: now() };
    const fields = fieldsOf(automationRecords.automation.fields, given);
    await setLimitsScript(redis, [keys.automation(workspaceId, automationId)], fields);
  }

  /** The used part of the budgets of today and of the month; an unreadable counter counts as zero. */
  async function budgetUsed({ workspaceId, automationId }: Hook): Promise<NonNullable<BudgetUsed>> {
    const day = localDay(new Date(now()), await timeZoneIn(redis, workspaceId));
    const month = day.slice(0, -'-dd'.length);
    const usedIn = async (span: string) =>
      usedOf(await redis.hGetAll(keys.budgetUse(workspaceId, automationId, span)));
    const [runs, ofDay, ofMonth] = await Promise.all([
      redis.sCard(keys.budgetRuns(workspaceId, automationId, day)),
      usedIn(day),
      usedIn(month),
    ]);
    return { day, ...ofDay, runs, perMonth: { month, ...ofMonth } };
  }

  return { setLimits, budgetUsed, purseOf: createPurses({ redis, now }) };
}

export function usedOf(stored: Readonly<Record<string, string>>) {
  const { runs, tokens, micros } = readWithPlaceholders(budgetRecords.budgetUse.fields, stored, {}).fields;
  return { runs, tokens, amountMicros: micros };
}
