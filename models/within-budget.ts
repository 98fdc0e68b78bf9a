import { BudgetSpentError } from '@reveille/tools';
import { ModelFailure } from '../domain/model-failure.ts';

/** How many calls of a model strangers may cause in a day. Each may throw where the count cannot be reached. */
export interface CallBudget {
  /** Counts one call; the day it was counted on, or null where none are left. */
  readonly take: () => Promise<string | null>;
  readonly giveBack: (day: string) => Promise<void>;
}

/** The same function, made only while the budget lasts; a call that the provider refused costs nothing. */
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
        // What failed first is what the caller should hear.
        await budget.giveBack(day).catch(() => undefined);
      }
      throw error;
    }
  };
}
