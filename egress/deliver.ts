import type { NewDecision } from '../contracts/decision.ts';
import { composeHeaders } from './compose-headers.ts';
import type { HopDecision } from './decide-hop.ts';
import type { WireFailure } from './failure.ts';
import type { Attempt, Hop, HopDeps } from './hop.ts';
import { presentAnswer } from './present.ts';
import { createRedact } from './redact.ts';
import type { AttachedHeader } from './secrets.ts';
import { sendOnWire } from './send.ts';

export function failedAttempt(
  outcome: WireFailure,
  secrets: readonly string[],
  facts: Partial<NewDecision> = {},
): Attempt {
  return { outcome, secrets, facts: { ...facts, failure: outcome.reason } };
}

/** Puts an allowed request on the wire and makes its answer fit to be seen. */
export async function deliver(
  deps: HopDeps,
  hop: Hop,
  parts: {
    readonly decided: HopDecision;
    readonly agentHeaders: readonly (readonly [name: string, value: string])[];
    readonly attached: readonly AttachedHeader[];
  },
): Promise<Attempt> {
  const { target, method, body, deadline, defaults, onSending } = hop;
  const secrets = [...hop.earlierSecrets, ...parts.attached.map(({ value }) => value)];
  const headers = composeHeaders({ agent: parts.agentHeaders, attached: parts.attached, defaults });
  const { addresses } = parts.decided;
  const wire = await sendOnWire(
    { target, addresses, method, headers, body },
    { ...deps, deadline, onSending },
  );
  const { dialledAddress } = wire;
  if (wire.kind === 'failed') {
    const bytesOut = wire.sent === 'nothing' ? 0 : (body?.length ?? 0);
    return failedAttempt(wire, secrets, { dialledAddress, bytesOut });
  }
  const facts = { dialledAddress, bytesOut: body?.length ?? 0, status: wire.status };
  const presented = await presentAnswer(wire, createRedact(secrets), {
    host: target.host,
    limits: deps.limits,
  });
  if (presented.kind === 'failed') return failedAttempt(presented, secrets, facts);
  const { redactions, truncated, bytesIn } = presented;
  const [location] = [wire.headers['location'] ?? []].flat();
  return {
    outcome: { ...presented, kind: 'answered', status: wire.status, location },
    facts: { ...facts, redactions, truncated, bytesIn },
    secrets,
  };
}
