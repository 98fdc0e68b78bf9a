import { ActivityFailure, TimeoutFailure } from '@temporalio/workflow';

import { type BudgetLimits, exceededBudget, nothingSpent } from '../domain/budget.ts';

/**
 * Runs a step within the time left for the run (`leftMs`). When the time is up the step is cancelled, and `whenOver`
 * provides the result; `reason` is for the owner.
 */
export async function withRunDeadline<T>(
  { budget, elapsedMs }: { readonly budget: BudgetLimits; readonly elapsedMs: number },
  step: (leftMs: number) => Promise<T>,
  whenOver: (reason: string) => Promise<T>,
): Promise<T> {
  try {
    return await step(Math.max(budget.wallClockMs - elapsedMs, 1));
  } catch (error) {
    const isOver =
      error instanceof ActivityFailure &&
      error.cause instanceof TimeoutFailure &&
      error.cause.timeoutType === 'SCHEDULE_TO_CLOSE';
    if (!isOver) throw error;
    const reason = exceededBudget(budget, { ...nothingSpent, elapsedMs: budget.wallClockMs + 1 });
    return await whenOver(reason ?? '');
  }
}
