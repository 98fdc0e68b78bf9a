import { type DoorReason, isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import type { Outcome } from '#contracts/run.ts';

const atDoor: Readonly<Record<DoorReason, string>> = {
  paused: 'The automation was paused.',
  budget: 'The budget of the day was used up.',
  loop: 'The loop limit was reached.',
};

/** Why a delivery ended so, in a sentence; null where the outcome says it all. */
export function reasonWords(ended: {
  readonly outcome: Outcome;
  readonly reason: string | null;
}): string | null {
  if (!isSkippedAtDoor(ended)) return ended.reason;
  return Object.entries(atDoor).find(([reason]) => reason === ended.reason)?.[1] ?? ended.reason;
}
