import type { DoorReason } from '../../../domain/skipped-at-door.ts';
import { isSkippedAtDoor } from '../../../domain/skipped-at-door.ts';
import type { Outcome } from '../../../contracts/run.ts';

const atDoor: Readonly<Record<DoorReason, string>> = {
  paused: 'The automation was paused.',
  budget: 'The budget of the day was used up.',
};

/** Why a delivery ended so, in a sentence; null where the outcome says it all. */
export function reasonWords(ended: {
  readonly outcome: Outcome;
  readonly reason: string | null;
}): string | null {
  return isSkippedAtDoor(ended) ? atDoor[ended.reason === 'budget' ? 'budget' : 'paused'] : ended.reason;
}
