import type { NewDecision } from '../contracts/decision.ts';
import type { RefusalGround } from '../contracts/outbound.ts';
import { type HeaderLine, prepareAgentHeaders } from './agent-headers.ts';
import { decideAddresses, decideHost, decideUnresolved, refusalMessage } from './decide.ts';
import { failure, type WireFailure } from './failure.ts';
import type { Hop, HopDeps, HopResult } from './hop.ts';
import { composeHeaders, openSecrets } from './outgoing-headers.ts';
import type { PolicyMatch } from './ports.ts';
import { recordDecision } from './record-decision.ts';
import { createRedact } from './redact.ts';
import { resolveHost } from './resolve.ts';
import { sanitizeResponse } from './sanitize-response.ts';
import { sendOnWire, type WireRequest } from './send.ts';

export interface ExecutedHop extends HopResult {
  /** Names of the headers that the matching policies attach. */
  readonly attachedHeaders: readonly string[];
  /** Names of the agent's headers that were left out. */
  readonly ignoredHeaders: readonly string[];
}

/** Executes one request or redirect: decides, resolves, connects, sends, redacts, and records the result in any case. */
export async function executeHop(deps: HopDeps, hop: Hop): Promise<ExecutedHop> {
  const startedAt = deps.now();
  const match = await deps.policies.match(hop.scope, hop.target.host);
  const attachedHeaders = match.attaching.flatMap(({ headerName }) => headerName ?? []);
  const { isOtherSite, request } = hop;
  const agent = prepareAgentHeaders(request.headers, { configuredNames: attachedHeaders, isOtherSite });
  const result = await decideAndSend(deps, hop, match, agent.headers);
  await recordDecision(deps, hop, {
    policyId: match.matching[0]?.id ?? null,
    policyIds: match.matching.map(({ id }) => id),
    ignoredHeaders: [...agent.ignored],
    durationMs: deps.now() - startedAt,
    ...result.facts,
  });
  return { ...result, attachedHeaders, ignoredHeaders: agent.ignored };
}

/** Resolves a name only if a policy allows it, and decrypts a secret only if the addresses are allowed. */
async function decideAndSend(
  deps: HopDeps,
  hop: Hop,
  match: PolicyMatch,
  agent: readonly HeaderLine[],
): Promise<HopResult> {
  const { target, earlierSecrets } = hop;
  const onHost = decideHost(target, match, deps.rule, hop.from);
  if (onHost !== 'policy') return refused(hop, onHost);
  const timing = { timeoutMs: deps.limits.resolveMs, signal: hop.deadline };
  const resolution = await resolveHost(target.host, deps.resolve, timing);
  if (resolution.kind === 'failed') {
    // A credential over plain http needs proof that the name is loopback, and there is none.
    const unresolved = decideUnresolved(target, match, deps.rule);
    if (unresolved !== 'policy') return refused(hop, unresolved);
    const { reason, text } = resolution;
    return failed(failure(reason, 'nothing', target.host, text), earlierSecrets);
  }
  const addresses = resolution.addresses.map(({ address }) => address);
  const onAddresses = decideAddresses(target, match, addresses, deps.rule);
  if (onAddresses !== 'policy') return refused(hop, onAddresses, addresses);
  if (await deps.isOwnEndpoint(addresses, target.port)) return refused(hop, 'address', addresses);
  const opened = openSecrets(hop.scope, match.attaching, deps.secrets);
  const facts = { addresses, attachedHeaders: match.attaching.flatMap(({ headerName }) => headerName ?? []) };
  if (opened.kind === 'unavailable') {
    const { policyId, error: err } = opened;
    deps.logger.error({ ...hop.scope, policyId, err }, 'A stored header value cannot be decrypted');
    const text = 'its configured header cannot be read and has to be entered again';
    return failed(failure('SECRET_UNAVAILABLE', 'nothing', target.host, text), earlierSecrets, facts);
  }
  const headers = composeHeaders(hop.request, { agent, attached: opened.headers }, hop.options);
  const secrets = [...earlierSecrets, ...opened.headers.map(([, value]) => value)];
  return await send(deps, hop, { addresses: resolution.addresses, headers }, { secrets, facts });
}

/** Sends an allowed request and makes its response fit to be shown. */
async function send(
  deps: HopDeps,
  { request, target, deadline, options: { onSending } }: Hop,
  { addresses, headers }: Pick<WireRequest, 'addresses' | 'headers'>,
  { secrets, facts: decided }: Pick<HopResult, 'secrets' | 'facts'>,
): Promise<HopResult> {
  const { method, body } = request;
  const options = { ...deps, deadline, onSending };
  const wire = await sendOnWire({ target, addresses, method, headers, body }, options);
  const isSent = wire.kind === 'answered' || wire.sent === 'maybe';
  const { dialledAddress } = wire;
  const sent = { ...decided, dialledAddress, bytesOut: isSent ? (body?.length ?? 0) : 0 };
  if (wire.kind === 'failed') return failed(wire, secrets, sent);
  const { status } = wire;
  const context = { host: target.host, limits: deps.limits };
  const response = await sanitizeResponse(wire, createRedact(secrets), context);
  if (response.kind === 'failed') return failed(response, secrets, { ...sent, status });
  const { redactions, truncated, bytesIn } = response;
  const [location] = [wire.headers['location'] ?? []].flat();
  return {
    outcome: { ...response, kind: 'answered', status, location },
    facts: { ...sent, status, redactions, truncated, bytesIn },
    secrets,
  };
}

function refused(
  { index, target, earlierSecrets }: Hop,
  hopGround: RefusalGround,
  addresses: string[] = [],
): HopResult {
  const isRedirect = index > 0;
  const ground = isRedirect ? 'redirect' : hopGround;
  // A target could redirect to a host that is named after the secret it was sent.
  const host = createRedact(earlierSecrets)(target.host).text;
  return {
    outcome: { kind: 'refused', host, ground, message: refusalMessage(host) },
    facts: { allowed: false, ground, detail: isRedirect ? hopGround : null, addresses },
    secrets: earlierSecrets,
  };
}

function failed(
  outcome: WireFailure,
  secrets: readonly string[],
  facts: Partial<NewDecision> = {},
): HopResult {
  return { outcome, secrets, facts: { ...facts, failure: outcome.reason } };
}
