import { type CapabilityCall, capabilityOf, type CapabilityResult } from '#capabilities/calls.ts';
import type { CheckResult, OutboundCheck } from '#contracts/outbound.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { refusalMessage } from '#domain/refusal-message.ts';

interface Checks {
  readonly check: (scope: AgentScope, request: OutboundCheck) => Promise<CheckResult>;
}

/** Why Network Access would not let a call out, as the agent is told; null where it would. Nothing is sent. */
export const createRefusals =
  ({ check }: Checks, scope: AgentScope) =>
  async (call: CapabilityCall): Promise<CapabilityResult | null> => {
    const capability = capabilityOf(call);
    if (capability.kind !== 'request') return null;
    const checked = await check(scope, capability.leaving(call));
    if (checked.kind === 'invalid') return { kind: 'refused', message: checked.message };
    return checked.allowed
      ? null
      : { kind: 'refused', message: refusalMessage(checked.host, checked.ground) };
  };
