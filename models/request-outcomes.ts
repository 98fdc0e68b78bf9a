import { type CapabilityCall, capabilityOf, type CapabilityResult } from '../capabilities/calls.ts';
import type { TurnInput } from '../capabilities/agent-turn.ts';

/** The last time that a request was tried. */
export interface RequestOutcome {
  /** Such as "POST api.example.com/orders". */
  readonly request: string;
  readonly isWriting: boolean;
  /** Such as "answered 500"; null if it did not fail. */
  readonly failure: string | null;
}

/** How each request of a run went when it was tried last, in the order of these times. */
export function requestOutcomes({
  turns,
  results,
}: Pick<TurnInput, 'turns' | 'results'>): readonly RequestOutcome[] {
  const outcomes = new Map<string, RequestOutcome>();
  const calls = turns.flatMap((turn) => turn.calls);
  for (const [index, call] of calls.entries()) {
    const outcome = outcomeOf(call, results[index]);
    if (outcome === null) continue;
    const sameCall = JSON.stringify({ ...call, callId: '' });
    outcomes.delete(sameCall);
    outcomes.set(sameCall, outcome);
  }
  return [...outcomes.values()];
}

function outcomeOf(call: CapabilityCall, result: CapabilityResult | undefined): RequestOutcome | null {
  const capability = capabilityOf(call);
  if (capability.kind !== 'request' || result === undefined) return null;
  const { describe, failureOf, isWriting } = capability;
  return { request: describe(call), isWriting: isWriting(call), failure: failureOf(result) };
}
