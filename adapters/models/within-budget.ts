import { BudgetSpentError } from '@reveille/tools';
import { ModelFailure } from '#domain/model-failure.ts';

/** Daily budget of model calls by anonymous clients. Both methods may throw while the counter is unavailable. */
export interface CallBudget {
  /** Counts one call. Returns the day it was counted on, or null if none are left. */
  readonly take: () => Promise<string | null>;
  readonly giveBack: (day: string) => Promise<void>;
}

/** Wraps a function so that it runs only within the budget; a call that the provider refused is given back. */
export function withinBudget<Args extends readonly unknown[], T>(
  budget: CallBudget,
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    const day = await budget.take();
    if (day === null) throw new BudgetSpentError('The model calls of the day are used up.');
    try {
      return await call(...args);
    } catch (error) {
      if (error instanceof ModelFailure && error.failure.kind !== 'bad-answer') {
        // Rethrow the original error, not that of the refund.
        await budget.giveBack(day).catch(() => undefined);
      }
      throw error;
    }
  };
}
