import type { Outcome } from '../contracts/run.ts';

/** Why a delivery is skipped before any run is started. */
export const doorReasons = ['paused', 'budget'] as const;
export type DoorReason = (typeof doorReasons)[number];

/** True for a delivery that was skipped before any run was started: its event id was not taken. */
export const isSkippedAtDoor = ({
  outcome,
  reason,
}: {
  readonly outcome: Outcome;
  readonly reason: string | null;
}): boolean => outcome === 'skipped' && doorReasons.some((one) => one === reason);
