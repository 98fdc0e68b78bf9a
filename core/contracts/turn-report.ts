import type { Ending } from './run.ts';

/** A call as the workflow sees it: enough to schedule and label it, without its content. */
export interface PlannedCall {
  readonly callId: string;
  readonly kind: 'read' | 'request';
  /** For operators, such as "POST api.example.com/orders". */
  readonly summary: string;
  /** A request whose target usually answers at once. */
  readonly isQuick?: true;
}

export interface TurnReport {
  readonly calls: readonly PlannedCall[];
  /** Null while the run continues. */
  readonly ending: Ending | null;
  readonly tokens: number;
  /** The known part of the turn's cost. */
  readonly amountMicros: number;
  readonly summary: string;
}
