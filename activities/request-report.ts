import type { TurnReport } from '#contracts/turn-report.ts';

/** The result of an attempt to send a request, for the workflow. */
export interface RequestReport {
  /** The request may have arrived, and is not safe to repeat. */
  readonly isEffectUnknown: boolean;
  /** Milliseconds. Present where the request has no end yet: it is to be performed again after this wait. */
  readonly retryAfterMs?: number;
  /** It waits for an approval: a decision ends the wait. */
  readonly isAsked?: true;
  /** The next turn, where the offline rules have taken it. */
  readonly turn?: TurnReport;
}

/** The report of a request that was carried out by the step that began the run. `tookMs`: its part of the time of the run. */
export interface KnownReport extends RequestReport {
  readonly tookMs: number;
}
