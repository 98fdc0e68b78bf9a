import { type CapabilityCall, capabilityOf } from '../capabilities/calls.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';

interface LocatedCall {
  readonly call: CapabilityCall;
  /** Where its step belongs: the turn, the requests of the run that were planned before it, its number in the turn. */
  readonly position: readonly [turn: number, requests: number, call: number];
}

/** Finds a call in the turns of its run; null where no turn asked for it. */
export function findPlannedCall(
  turns: readonly Pick<TurnOutput, 'calls'>[],
  callId: string,
): LocatedCall | null {
  let requests = 0;
  for (const [turnIndex, { calls }] of turns.entries()) {
    for (const [callIndex, call] of calls.entries()) {
      if (call.callId === callId) return { call, position: [turnIndex + 1, requests, callIndex + 1] };
      if (capabilityOf(call).kind === 'request') requests += 1;
    }
  }
  return null;
}
