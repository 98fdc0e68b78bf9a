import type { RunRef, Try } from '#contracts/run.ts';
import type { Failed, Refused } from './call-failure.ts';
import type { Exchanged } from './exchange.ts';
import type { OutboundCheck } from '#contracts/outbound.ts';
import type { NeededApproval } from '#contracts/policy.ts';

/** A capability that acts says these things about its calls. */

export interface CallEnd {
  /** In words, such as "answered 500", for the end of a sentence. */
  readonly how: string;
  readonly hasFailed: boolean;
  /** It failed because its target has it so already, as far as the status says: a 409, or a DELETE of what is gone. */
  readonly mayBeDone: boolean;
}

/**
 * `unknown`: it may have taken effect. `failed`, `refused`: it certainly had none. `waiting`: for an approval. `error`: a
 * public sentence.
 */
export interface WithoutResult {
  readonly outcome: 'unknown' | 'failed' | 'refused' | 'waiting';
  readonly error: string | null;
}

export interface RequestContext {
  readonly run: RunRef;
  readonly agentId: string;
  /** How many runs of ours come before this one, each caused by the one before. */
  readonly round: number;
  readonly turn: number;
  /** Number of the request within the run. */
  readonly request: number;
  /** Composed by the offline rules out of what the owner wrote, or by a model. */
  readonly isByRules: boolean;
  /** Somebody approved this very call. */
  readonly isApproved: boolean;
  readonly signal: AbortSignal;
  /** Must be awaited once, right before the first effect is possible. If it rejects, there must be no effect. */
  readonly onSending: () => Promise<void>;
}

/** The target did not process the call, as far as one can tell, and may process the same call later. */
export interface Retryable {
  /** Whether sending it again cannot do it twice, even if the target ignores `Idempotency-Key`. */
  readonly isSafe: boolean;
  /** The wait that the target asks for. */
  readonly askedMs: number | null;
  /** Whether the target cannot process any call at the moment. */
  readonly isOutage: boolean;
}

interface RequestOutcome<Result, Details> {
  readonly result: Result | Refused | Failed;
  readonly step: Details;
  /** The answer of the target, as a number. Null where it did not. */
  readonly status: Try['status'];
  /** The first words of an error that the target answered, for lists. */
  readonly said?: string | null;
  /** Null: the result is final. */
  readonly retry: Retryable | null;
  /** It may have taken effect, and is not safe to repeat. */
  readonly isEffectUnknown: boolean;
  /** Stored with its step, beside the digest of the call. */
  readonly exchanged?: Exchanged;
}

/** Nothing was done: the call needs an approval first. */
export interface Unapproved {
  readonly needed: NeededApproval;
}

/** Has external effects. It counts against the requests of a run, and a crash during it is detected. */
export interface Requests<TheCall, Result, Details, Ports> {
  readonly kind: 'request';
  /** A capability that is off is not offered to a model. Default: on. */
  readonly isOn?: (ports: Ports) => boolean;
  /** Whether it may be repeated after a worker crash when it may have taken effect. */
  readonly isRepeatable: (call: TheCall) => boolean;
  /** It carries an `Idempotency-Key`: a target that honours it lets everything be repeated, as the owner says. */
  readonly hasIdempotencyKey: boolean;
  /** Whether it changes something at its target. */
  readonly isWriting: (call: TheCall) => boolean;
  readonly endOf: (result: Result | Refused | Failed, call: TheCall) => CallEnd;
  /** The target that answers the call, such as an origin; while it rests the call waits. Null: nothing that could rest. */
  readonly targetOf: (call: TheCall) => string | null;
  /** The step of a call whose worker stopped, or whose target rests. */
  readonly stepWithoutResult: (call: TheCall, why: WithoutResult) => Details;
  /** The request that Network Access decides about, before it is performed. */
  readonly leaving: (call: TheCall) => OutboundCheck;
  /** The result where its target takes it and nobody knows more. */
  readonly accepted: (call: TheCall) => Result;
  readonly perform: (
    call: TheCall,
    ports: Ports,
    context: RequestContext,
  ) => Promise<RequestOutcome<Result, Details> | Unapproved>;
}
