import type { StoredExpected } from '#contracts/case.ts';
import { expectedOf } from '#rehearsal/judge-case.ts';
import type { RecordedRun } from '#store/rehearsal/recorded-runs.ts';

/** The name of a case that nobody named. */
export const nameOf = ({ delivery: { eventName, eventId } }: RecordedRun): string =>
  [eventName, eventId]
    .filter((part) => part !== null)
    .join(' ')
    .slice(0, 200);

/** The acts of a run as a case expects them; null where no filter judged the delivery, too. */
export const doneBy = ({ original, isSkippedAtDoor }: RecordedRun): StoredExpected | null =>
  isSkippedAtDoor ? null : expectedOf(original);
