import type { Burst } from '#contracts/automation.ts';
import type { BudgetUsed, DailyBudget } from '#contracts/budget.ts';
import { localDay } from '#domain/local-day.ts';
import { defaultTimeZone } from '#domain/time-zone.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { doorRecords } from '../records/door.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { script } from '../script.ts';

const writeExisting = script('write-existing');

/** The budgets of automations for a day. Admission holds them to it; the end of a run counts what it used. */
export function createBudgets({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Sets what is given: what it may use in a day, and what becomes of deliveries for which there is no room. */
  async function setLimits(
    { workspaceId, automationId }: Hook,
    { budget, burst }: { readonly budget?: DailyBudget | undefined; readonly burst?: Burst | undefined },
  ): Promise<void> {
    if (budget === undefined && burst === undefined) return;
    const fields = fieldsOf(automationRecords.automation.fields, { budget, burst, updatedAt: now() });
    await writeExisting(redis, [keys.automation(workspaceId, automationId)], fields);
  }

  /** The used part of today's budget; an unreadable counter counts as zero. */
  async function budgetUsed({ workspaceId, automationId }: Hook): Promise<NonNullable<BudgetUsed>> {
    const zone = (await redis.hGet(keys.workspace(workspaceId), 'timeZone')) ?? defaultTimeZone;
    const day = localDay(new Date(now()), zone);
    const [runs, stored] = await Promise.all([
      redis.sCard(keys.budgetRuns(workspaceId, automationId, day)),
      redis.hGetAll(keys.budgetUse(workspaceId, automationId, day)),
    ]);
    const { tokens, micros } = readWithPlaceholders(doorRecords.budgetUse.fields, stored, {}).fields;
    return { day, runs, tokens, amountMicros: micros };
  }

  return { setLimits, budgetUsed };
}
