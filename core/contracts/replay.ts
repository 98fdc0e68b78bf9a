import type { EndedOutcome } from './run.ts';

/** Deliveries of an automation that ended so, and arrived from `fromMs` to `toMs` (epoch milliseconds, both included). */
export interface ReplaySelection {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly outcomes: readonly EndedOutcome[];
  readonly fromMs: number;
  readonly toMs: number;
  /** These alone. Absent: all of them. */
  readonly deliveryIds?: readonly string[];
}

/** The position of the work in a selection, oldest first: behind the delivery that arrived then and has this id. */
export interface ReplayPosition {
  readonly at: number;
  readonly id: string;
}

/** The deliveries that are still to be replayed. */
export interface ReplayOrder {
  readonly selection: ReplaySelection;
  readonly after: ReplayPosition | null;
  /** Takes deliveries too that are replays themselves. */
  readonly withReplays: boolean;
}

/** The result of a look at the rest. `over`: nothing is left, or what is left will not be started by waiting. */
export type ReplayRound =
  | { readonly status: 'open'; readonly after: ReplayPosition | null; readonly started: number }
  | { readonly status: 'over'; readonly how: string };
