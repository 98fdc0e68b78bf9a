import type { Outcome } from '../contracts/run.ts';

/** True for a delivery to a paused automation: no run was started for it, and its body was not kept. */
export const isSkippedWhilePaused = ({
  outcome,
  reason,
}: {
  readonly outcome: Outcome;
  readonly reason: string | null;
}): boolean => outcome === 'skipped' && reason === 'paused';
