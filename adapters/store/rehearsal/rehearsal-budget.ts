import type { RehearsalRef } from '#contracts/rehearsal.ts';
import type { BudgetAmount } from '#contracts/turn.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { rehearsalRecords } from '../records/rehearsal.ts';

const { budget: StoredBudget } = rehearsalRecords.rehearsal.fields.shape;

/** The budgets of rehearsals, out of which models are paid. An attempt that is cut off leaves the most that it may have used. */
export function createRehearsalBudgets({ redis }: { readonly redis: Redis }) {
  /** Takes the most that a call may use out of the budget; false where that is more than is left. */
  async function take(
    { workspaceId, rehearsalId }: RehearsalRef,
    { tokens, amountMicros }: BudgetAmount,
  ): Promise<boolean> {
    const key = keys.rehearsal(workspaceId, rehearsalId);
    const budget = StoredBudget.parse(await redis.hGet(key, 'budget'));
    const [takenTokens, takenMicros] = await Promise.all([
      redis.hIncrBy(key, 'takenTokens', tokens),
      redis.hIncrBy(key, 'takenMicros', amountMicros),
    ]);
    if (takenTokens <= budget.tokens && takenMicros <= budget.amountMicros) return true;
    await give({ workspaceId, rehearsalId }, { tokens, amountMicros });
    return false;
  }

  /** Gives back what was taken and not used. */
  async function give(
    { workspaceId, rehearsalId }: Omit<RehearsalRef, 'automationId'>,
    { tokens, amountMicros }: BudgetAmount,
  ): Promise<void> {
    const key = keys.rehearsal(workspaceId, rehearsalId);
    await Promise.all([
      redis.hIncrBy(key, 'takenTokens', -tokens),
      redis.hIncrBy(key, 'takenMicros', -amountMicros),
    ]);
  }

  return { take, give };
}
