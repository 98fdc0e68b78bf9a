import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';

interface LocatedCall {
  readonly call: CapabilityCall;
  /** Sort key of its step: the turn, the requests of the run planned before it, its index in the turn. */
  readonly position: readonly [turn: number, requests: number, call: number];
}

/** Finds a call in the turns of its run; null if no turn planned it. */
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
