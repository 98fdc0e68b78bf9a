import type { CapabilityCall, CapabilityResult } from '#capabilities/calls.ts';
import type { Exchange } from '#capabilities/exchange.ts';
import type { ActingStep } from '#capabilities/step.ts';
import type { EndedOutcome } from '#contracts/run.ts';

/** A request of a run, whole. `exchange`: null where an earlier release recorded it. */
export interface RecordedRequest {
  readonly step: ActingStep;
  readonly exchange: Exchange | null;
}

/** A run as it is recorded. */
export interface Original {
  readonly outcome: EndedOutcome;
  readonly answer: string | null;
  /** No model took part, so that its answer follows from the delivery. */
  readonly isByPlan: boolean;
  /** Null where one of them cannot be read. */
  readonly requests: readonly RecordedRequest[] | null;
}

/**
 * The answer that the agent hears to a request that is not sent. `told`: a result, see `RequestPair.heard`. `cut-off`: its run ended in it, because
 * it may have arrived. `unrecorded`: nobody knows its answer.
 */
export type Heard =
  | {
      readonly kind: 'told';
      readonly how: 'recorded' | 'accepted' | 'refused' | 'live';
      readonly result: CapabilityResult;
    }
  | { readonly kind: 'cut-off' | 'unrecorded' };

export interface PlayedRequest {
  readonly call: CapabilityCall;
  readonly heard: Heard;
}

/** A delivery as a rehearsal played it. */
export interface Played {
  /** Null: unknown, for `reason`. */
  readonly outcome: EndedOutcome | null;
  readonly reason: string | null;
  readonly answer: string | null;
  readonly isByPlan: boolean;
  readonly requests: readonly PlayedRequest[];
}
