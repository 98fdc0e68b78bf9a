import type { Outcome } from '#contracts/run.ts';

export const doorReasons = ['paused', 'budget', 'loop'] as const;
export type DoorReason = (typeof doorReasons)[number];
/** Why its owner cannot run one now: what owners run begins a loop of its own. */
export type OwnerDoorReason = Exclude<DoorReason, 'loop'>;

/** True for a delivery that was skipped before any run was started: its event id was not taken. */
export const isSkippedAtDoor = ({
  outcome,
  reason,
}: {
  readonly outcome: Outcome;
  readonly reason: string | null;
}): boolean => outcome === 'skipped' && doorReasons.some((one) => one === reason);
