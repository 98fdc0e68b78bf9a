import type { EndedOutcome, Outcome } from '#contracts/run.ts';

/** The outcomes of a run that failed, for alerts and repairs. */
export const failedOutcomes = ['failed', 'unknown_effect', 'needs_model'] as const satisfies EndedOutcome[];

export const isFailed = (outcome: Outcome): outcome is (typeof failedOutcomes)[number] =>
  failedOutcomes.some((failed) => failed === outcome);
