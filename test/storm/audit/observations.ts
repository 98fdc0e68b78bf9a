import type { Outcome } from '#contracts/run.ts';
import type { TargetKind } from '../plan/target-kinds.ts';
import type { Attempt } from '../send/attempts.ts';
import type { Effect } from '../service/target.ts';

/** A delivery as the service remembers it. */
export interface SeenRecord {
  readonly workspace: number;
  readonly target: TargetKind;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly order: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly receivedAt: string;
}

/** The eight slots of a workspace after the storm. */
export interface SlotCheck {
  readonly workspace: number;
  /** Runs that were under way at once, of eight that were sent. */
  readonly fitted: number;
  /** The result of the ninth: a code, or `accepted`. */
  readonly ninth: string;
}

export interface Bill {
  readonly workspace: number;
  /** Automation runs of the month by the usage of the workspace, and by its records. */
  readonly billed: number;
  readonly owed: number;
}

/** When a fault struck and when its consequences were over; milliseconds, by the clock of `performance`. */
export interface FaultWindow {
  readonly name: string;
  readonly struckAtMs: number;
  readonly overAtMs: number;
}

/** Everything that was seen of a storm, from all sides. */
export interface Observations {
  readonly attempts: readonly Attempt[];
  readonly effects: readonly Effect[];
  readonly records: readonly SeenRecord[];
  readonly slots: readonly SlotCheck[];
  readonly bills: readonly Bill[];
  readonly faults: readonly FaultWindow[];
}
