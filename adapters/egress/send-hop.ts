import type { NewDecision } from '#contracts/decision.ts';
import type { OAuthPolicy } from '#contracts/policy.ts';
import type { HeaderLine } from './agent-headers.ts';
import { bearerLine, isTokenRejected } from './bearer-token.ts';
import type { WireFailure } from './failure.ts';
import type { Hop, HopDeps, HopResult } from './hop.ts';
import { withoutLoopValue } from './loop-value.ts';
import { sanitizeResponse } from './sanitize-response.ts';
import { sendOnWire, type WireRequest } from './send.ts';

interface TokenRequest {
  readonly policy: OAuthPolicy;
  readonly withToken: (line: HeaderLine) => WireRequest;
  readonly decided: Pick<HopResult, 'secrets' | 'facts'>;
}

/** The same with a token: sent once more where the target says that it did nothing because the token is no longer good. */
export async function sendHopWithToken(
  deps: HopDeps,
  hop: Hop,
  { policy, withToken, decided: { secrets, facts } }: TokenRequest,
): Promise<HopResult> {
  const token = await bearerLine(deps, { ...hop, policy });
  if (token.kind === 'failed') return failedHop(token, secrets, facts);
  const first = { secrets: [...secrets, token.line[1]], facts };
  const wire = await sendOnWire(withToken(token.line), wireOptions(deps, hop));
  if (wire.kind === 'failed' || !isTokenRejected(wire)) return await received(deps, hop, wire, first);
  const fresh = await bearerLine(deps, { ...hop, policy, rejected: token.line });
  if (fresh.kind === 'failed') return await received(deps, hop, wire, first);
  const again = { ...hop, options: { ...hop.options, onSending: undefined } };
  return await sendHop(deps, again, withToken(fresh.line), {
    secrets: [...first.secrets, fresh.line[1]],
    facts,
  });
}

const wireOptions = (deps: HopDeps, { deadline, options: { onSending } }: Hop) => ({
  ...deps,
  deadline,
  onSending,
});

/** Sends an allowed request and makes its response fit to be shown. */
export async function sendHop(
  deps: HopDeps,
  hop: Hop,
  request: WireRequest,
  decided: Pick<HopResult, 'secrets' | 'facts'>,
): Promise<HopResult> {
  return await received(deps, hop, await sendOnWire(request, wireOptions(deps, hop)), decided);
}

async function received(
  deps: HopDeps,
  { request, target, loopValue }: Hop,
  wire: Awaited<ReturnType<typeof sendOnWire>>,
  { secrets, facts: decided }: Pick<HopResult, 'secrets' | 'facts'>,
): Promise<HopResult> {
  const isSent = wire.kind === 'answered' || wire.sent === 'maybe';
  const { dialledAddress } = wire;
  // The length of the body as it was written: with a secret filled in, it would reveal that of the secret.
  const sent = { ...decided, dialledAddress, bytesOut: isSent ? (request.body?.length ?? 0) : 0 };
  if (wire.kind === 'failed') return failedHop(wire, secrets, sent);
  const { status } = wire;
  const context = { host: target.host, limits: deps.limits };
  const response = await sanitizeResponse(
    wire,
    withoutLoopValue(deps.redactFor(secrets), loopValue),
    context,
  );
  if (response.kind === 'failed') return failedHop(response, secrets, { ...sent, status });
  const { redactions, truncated, bytesIn } = response;
  const [location] = [wire.headers['location'] ?? []].flat();
  return {
    outcome: { ...response, kind: 'answered', status, location },
    facts: { ...sent, status, redactions, truncated, bytesIn },
    secrets,
  };
}

export function failedHop(
  outcome: WireFailure,
  secrets: readonly string[],
  facts: Partial<NewDecision> = {},
): HopResult {
  return { outcome, secrets, facts: { ...facts, failure: outcome.reason } };
}
