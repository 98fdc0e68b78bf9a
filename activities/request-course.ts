import { cancellationDetails, cancellationSignal } from '@temporalio/activity';

import type { CallRecord } from '../store/run-records.ts';

/** What matters of an attempt to carry out a request; see `RequestOutcome` in capabilities/capability.ts. */
interface Attempted {
  readonly result: { readonly kind: string };
  readonly retryReason: string | null;
  readonly isEffectUnknown: boolean;
}

/**
 * How a request goes on. `done`: its result is final. `unknown`: it may have had its effect, once. `again`: it had none
 * and is tried again. `elsewhere`: this worker was cut off, and another one carries it out.
 */
export type RequestCourse =
  | { readonly kind: 'done' | 'unknown' | 'elsewhere' }
  | { readonly kind: 'again'; readonly reason: string };

/** Tries of a request that had no effect; then the agent is told. Attempts that an outage of ours ended do not count. */
const triesMax = 3;

/** `triesBefore`: how often the request was tried before and had no effect. */
export function courseOf(
  { result, retryReason, isEffectUnknown }: Attempted,
  triesBefore: number,
): RequestCourse {
  if (isEffectUnknown) return { kind: 'unknown' };
  if (result.kind === 'failed' && isCutOff()) return { kind: 'elsewhere' };
  if (retryReason !== null && triesBefore + 1 < triesMax) return { kind: 'again', reason: retryReason };
  return { kind: 'done' };
}

/**
 * The worker stops, or Temporal gave the activity to another one. Where an operator cancelled the run nobody goes on: the
 * record shows what came of the request.
 */
const isCutOff = () => cancellationSignal().aborted && cancellationDetails()?.cancelRequested !== true;

/** A request that certainly had no effect. */
export const notSent = (tries: number): CallRecord => ({ state: 'not-sent', ...(tries > 0 && { tries }) });

export const triesIn = (record: CallRecord | undefined): number =>
  record?.state === 'not-sent' ? (record.tries ?? 0) : 0;
