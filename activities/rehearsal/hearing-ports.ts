import {
  type CapabilityCall,
  capabilityOf,
  type CapabilityPorts,
  type CapabilityResult,
  isWritingCall,
} from '#capabilities/calls.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import type { HearingPorts } from '#rehearsal/hearing.ts';
import { createRefusals } from '#rehearsal/refusals.ts';

interface Live {
  readonly run: DeliveryRun;
  readonly signal: AbortSignal;
}

/** The world as a rehearsal may ask it: whether a request would be let out, and, with `live`, the answer to one that reads. */
export function hearingPorts(ports: CapabilityPorts, scope: AgentScope, live: Live | null): HearingPorts {
  return {
    refusalOf: createRefusals(ports.egress, scope),
    read: live && ((call) => readLive(ports, scope, live, call)),
  };
}

/** A request that writes never comes here. */
async function readLive(
  ports: CapabilityPorts,
  { agentId }: AgentScope,
  { run, signal }: Live,
  call: CapabilityCall,
): Promise<CapabilityResult> {
  const capability = capabilityOf(call);
  if (capability.kind !== 'request' || isWritingCall(call)) throw new TypeError('It is no read.');
  const outcome = await capability.perform(call, ports, {
    run,
    agentId,
    round: 0,
    turn: 0,
    request: 0,
    isByRules: false,
    isApproved: false,
    signal,
    onSending: () => Promise.resolve(),
  });
  return 'needed' in outcome
    ? { kind: 'refused', message: 'It would wait for an approval.' }
    : outcome.result;
}
