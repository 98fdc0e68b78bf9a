import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

import { type BudgetLimits, exceededBudget, nothingSpent } from '#domain/budget.ts';
import { noSlot } from '#domain/no-slot.ts';

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
    if (!isOutOfTime(error)) throw error;
    const reason = exceededBudget(budget, { ...nothingSpent, elapsedMs: budget.wallClockMs + 1 });
    return await whenOver(reason ?? '');
  }
}

/** Temporal gives up with the failure of the last attempt where the next one would come too late. */
function isOutOfTime(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof ApplicationFailure) return cause.type === noSlot;
  return cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_CLOSE';
}
