import type { NewDecision } from '#contracts/decision.ts';
import type { RefusalGround } from '#contracts/outbound.ts';
import { type HeaderLine, prepareAgentHeaders } from './agent-headers.ts';
import { oauthPolicyOf } from './bearer-token.ts';
import { decideAddresses, decideHost, decideUnresolved, type JudgedRequest } from './decide.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import { failure } from './failure.ts';
import type { Hop, HopDeps, HopResult } from './hop.ts';
import { fillSecrets } from './fill-secrets.ts';
import { type NeededSecrets, openSecrets } from './open-secrets.ts';
import { composeHeaders } from './outgoing-headers.ts';
import { sharingKey } from './kept-wires.ts';
import { boundedRequest } from './parse-request.ts';
import type { PolicyMatch } from './ports.ts';
import { recordDecision } from './record-decision.ts';
import { resolveHost } from './resolve.ts';
import type { WireRequest } from './send.ts';
import { failedHop, sendHop, sendHopWithToken } from './send-hop.ts';

export interface ExecutedHop extends HopResult {
  /** Names of the headers that the matching policies attach. */
  readonly attachedHeaders: readonly string[];
  /** Names of the agent's headers that were left out. */
  readonly ignoredHeaders: readonly string[];
}

/** Executes one request or redirect: decides, resolves, connects, sends, redacts, and records the result in any case. */
export async function executeHop(deps: HopDeps, hop: Hop): Promise<ExecutedHop> {
  const startedAt = deps.now();
  const { isOtherSite, request } = hop;
  const namesSecret = request.secretNames.length > 0;
  const bounded = boundedRequest(request, hop.target);
  const match = { ...(await deps.policies.match(hop.scope, hop.target.host, bounded)), namesSecret };
  const attachedHeaders = match.attaching.flatMap(({ headerName }) => headerName ?? []);
  const configuredNames = attachedHeaders;
  const agent = prepareAgentHeaders(request.headers, { configuredNames, isOtherSite, namesSecret });
  const result = await decideAndSend(deps, hop, match, agent.headers);
  if (namesSecret && result.facts.dialledAddress != null) await noteUsed(deps, hop);
  await recordDecision(deps, hop, {
    ...policiesOf(match),
    ignoredHeaders: [...agent.ignored],
    durationMs: deps.now() - startedAt,
    ...result.facts,
  });
  return { ...result, attachedHeaders, ignoredHeaders: agent.ignored };
}

/** Those that cover the request are used by it; where none does, those of the host refuse it. */
function policiesOf({ matching, covering }: PolicyMatch): Pick<NewDecision, 'policyId' | 'policyIds'> {
  const ids = (covering.length > 0 ? covering : matching).map(({ id }) => id);
  return { policyId: ids[0] ?? null, policyIds: ids };
}

/** A note that cannot be written must not make a sent request look unsent. */
async function noteUsed({ namedSecrets, logger }: HopDeps, { scope, request }: Hop): Promise<void> {
  try {
    await namedSecrets.noteUsed(scope.workspaceId, request.secretNames);
  } catch (err) {
    logger.error({ ...scope, err }, 'The use of a secret could not be noted');
  }
}

/** Resolves a name only if a policy allows it, and decrypts a secret only if the addresses are allowed. */
async function decideAndSend(
  deps: HopDeps,
  hop: Hop,
  match: JudgedRequest & PolicyMatch,
  agent: readonly HeaderLine[],
): Promise<HopResult> {
  const { target, earlierSecrets } = hop;
  const onHost = decideHost(target, match, deps.rule, hop.from);
  if (onHost !== 'policy') return refused(deps, hop, onHost, { fault: match.fault });
  const named = await deps.namedSecrets.match(hop.scope.workspaceId, target.host, hop.request.secretNames);
  if (named.ground !== 'policy') return refused(deps, hop, named.ground);
  const unapproved = whyUnapproved(deps, hop, match);
  if (unapproved !== null) return unapproved;
  const timing = { timeoutMs: deps.limits.resolveMs, signal: hop.deadline };
  const resolution = await resolveHost(target.host, deps.resolve, timing);
  if (resolution.kind === 'failed') {
    // A credential over plain http needs proof that the name is loopback, and there is none.
    const unresolved = decideUnresolved(target, match, deps.rule);
    if (unresolved !== 'policy') return refused(deps, hop, unresolved);
    const { reason, text } = resolution;
    return failedHop(failure(reason, 'nothing', target.host, text), earlierSecrets);
  }
  const addresses = resolution.addresses.map(({ address }) => address);
  const onAddresses = decideAddresses(target, match, addresses, deps.rule);
  if (onAddresses !== 'policy') return refused(deps, hop, onAddresses, { addresses });
  if (await deps.isOwnEndpoint(addresses, target.port)) return refused(deps, hop, 'address', { addresses });
  const needed = { attaching: match.attaching, named: named.secrets };
  return await openAndSend(deps, hop, needed, { agent, match, addresses: resolution.addresses });
}

interface Decided extends Pick<WireRequest, 'addresses'> {
  readonly agent: readonly HeaderLine[];
  readonly match: PolicyMatch;
}

/** Fills in what is secret, right before the request is sent. */
async function openAndSend(
  deps: HopDeps,
  hop: Hop,
  needed: NeededSecrets,
  { agent, match, addresses }: Decided,
): Promise<HopResult> {
  const { request, target, earlierSecrets, scope } = hop;
  const attachedHeaders = needed.attaching.flatMap(({ headerName }) => headerName ?? []);
  const facts = { addresses: addresses.map(({ address }) => address), attachedHeaders };
  const opened = openSecrets(scope, needed, deps);
  if (opened.kind === 'unavailable') {
    const { what, error: err } = opened;
    deps.logger.error({ ...scope, ...opened.facts, err }, 'A stored secret cannot be decrypted');
    const text = `${what} cannot be read and has to be entered again`;
    return failedHop(failure('SECRET_UNAVAILABLE', 'nothing', target.host, text), earlierSecrets, facts);
  }
  const { body, contentType } = request;
  const filled = fillSecrets({ target, headers: agent, body }, opened.named, contentType);
  const wire = { ...filled, addresses, method: request.method };
  const values = [...opened.headers.map(([, value]) => value), ...opened.named.values()];
  const decided = { secrets: [...earlierSecrets, ...values], facts };
  const withHeaders = (attached: readonly HeaderLine[]): WireRequest => ({
    ...wire,
    headers: composeHeaders(
      request,
      { agent: filled.headers, attached },
      { ...hop.options, loopValue: hop.loopValue },
    ),
    ...(isPlainRead(hop) && {
      sharingKey: sharingKey({
        ...scope,
        policies: [
          match.matching.map(({ id, revision }) => [id, revision]),
          match.covering.map(({ id }) => id),
        ],
        origin: target.origin,
        headers: [...filled.headers, ...attached],
        secrets: [...opened.named],
      }),
    }),
  });
  const policy = oauthPolicyOf(needed.attaching);
  if (policy === undefined) return await sendHop(deps, hop, withHeaders(opened.headers), decided);
  const withToken = (line: HeaderLine) => withHeaders([...opened.headers, line]);
  return await sendHopWithToken(deps, hop, { policy, withToken, decided });
}

/** Whether nothing happens by the request, so that a connection that may just be closing is good enough for it. */
const isPlainRead = ({ request: { method, body }, options: { effect, isApproved } }: Hop): boolean =>
  method === 'GET' && body === null && effect !== 'write' && isApproved !== true;

/** The result of a hop that needs an approval and has none; a redirect was never shown to whoever approved the request. */
function whyUnapproved(deps: HopDeps, hop: Hop, match: PolicyMatch): HopResult | null {
  const { index, options, request, target, earlierSecrets: secrets } = hop;
  const effect = index === 0 || options.effect === 'write' ? options.effect : undefined;
  const needed = match.neededApproval({ method: request.method, path: target.pathname, effect });
  if (needed === null || (index === 0 && options.isApproved === true)) return null;
  if (index > 0) return refused(deps, hop, 'approval');
  const outcome = { kind: 'unapproved' as const, host: target.host, needed };
  return { outcome, facts: { allowed: false, ground: 'approval' }, secrets };
}

function refused(
  { redactFor }: HopDeps,
  { index, target, earlierSecrets }: Hop,
  hopGround: RefusalGround | 'approval',
  { addresses = [], fault = null }: { addresses?: string[]; fault?: string | null } = {},
): HopResult {
  const ground = index > 0 || hopGround === 'approval' ? 'redirect' : hopGround;
  const isRedirect = ground === 'redirect';
  // A target could redirect to a host that is named after the secret it was sent.
  const host = redactFor(earlierSecrets)(target.host).text;
  return {
    outcome: { kind: 'refused', host, ground, message: refusalMessage(host, ground) },
    facts: { allowed: false, ground, detail: isRedirect ? hopGround : fault, addresses },
    secrets: earlierSecrets,
  };
}
