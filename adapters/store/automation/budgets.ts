import type { Burst } from '#contracts/automation.ts';
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

const writeExisting = script('write-existing');

/** The budgets of automations. Admission holds them to it, and so does the purse of each call of a model (`purses.ts`). */
export function createBudgets({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Sets what is given: what it may use, and what becomes of deliveries for which there is no room. */
  async function setLimits(
    { workspaceId, automationId }: Hook,
    { budget, burst }: { readonly budget?: Budget | undefined; readonly burst?: Burst | undefined },
  ): Promise<void> {
    if (budget === undefined && burst === undefined) return;
    const fields = fieldsOf(automationRecords.automation.fields, { budget, burst, updatedAt: now() });
    await writeExisting(redis, [keys.automation(workspaceId, automationId)], fields);
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
