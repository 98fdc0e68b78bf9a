/*
 * A request of an agent leaves in hops: itself, then each redirect, at most `redirectsMax`, all within one time limit. Every hop is judged
 * anew, in this order: a policy of the agent covers the host and the named secrets, the name is resolved, each address may be reached and is no
 * server of ours. Then the secrets are decrypted, and the request is sent to one of the addresses that were judged.
 * Invariants: nothing is resolved, decrypted or sent before a policy allows the host. The connection goes to a judged address, so a
 * name that changes meanwhile leads nowhere else. A secret that any hop attached is redacted from whatever later hops give back, and from
 * the log. Each hop leaves one decision, also where it is refused. `sent: 'nothing'` is said only where certainly no byte of
 * the request arrived.
 */
import type { CheckResult, OutboundCheck, OutboundRequest, OutboundResult } from '#contracts/outbound.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { createAddressRule } from './address-rule.ts';
import { createDeadline } from './deadline.ts';
import { decideUnresolved, knownAddresses } from './decide.ts';
import { type ExecutedHop, executeHop } from './execute-hop.ts';
import { tooManyRedirects } from './failure.ts';
import type { Hop, HopDeps } from './hop.ts';
import { createKeptWires } from './kept-wires.ts';
import { checkMail } from './mail.ts';
import { type EgressLimits, egressLimits } from './limits.ts';
import type { OutboundOptions } from './outbound-options.ts';
import { outboundResult } from './outbound-result.ts';
import { boundedRequest, type ParsedRequest, parseRequest } from './parse-request.ts';
import { createOwnEndpoints, type Endpoint } from './own-endpoints.ts';
import type { EgressPorts } from './ports.ts';
import { createRedactor } from './redact.ts';
import { nextHop } from './redirect.ts';
import { type Resolve, systemResolve } from './resolve.ts';

export interface EgressDeps extends EgressPorts {
  /** EGRESS_ALLOW_ADDRESSES: ranges beside the public internet. Throws an Error that names one that is none. */
  readonly allowAddresses: readonly string[];
  /** Servers of the service itself, which no agent reaches, whatever is opened. */
  readonly ownEndpoints: readonly Endpoint[];
  readonly resolve?: Resolve;
  readonly limits?: Partial<EgressLimits>;
  /** PEM; replaces the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[];
  readonly now?: () => number;
}

/** Both reject when the policies cannot be read; `send` also when `onSending` does. */
export interface Egress {
  readonly send: (
    scope: AgentScope,
    request: OutboundRequest,
    options?: OutboundOptions,
  ) => Promise<OutboundResult>;
  /** Whether the request would be allowed; sends nothing. */
  readonly check: (scope: AgentScope, request: OutboundCheck) => Promise<CheckResult>;
}

/** The only way out for an agent: nothing is sent, resolved or decrypted without a policy of that agent. */
export function createEgress(deps: EgressDeps): Egress {
  const { allowAddresses, logger } = deps;
  const resolve = deps.resolve ?? systemResolve;
  const hopDeps: HopDeps = {
    ...deps,
    isOwnEndpoint: createOwnEndpoints(deps.ownEndpoints, resolve),
    rule: createAddressRule(allowAddresses),
    resolve,
    redactFor: createRedactor(),
    keptWires: createKeptWires(),
    limits: { ...egressLimits, ...deps.limits },
    certificateAuthorities: deps.certificateAuthorities,
    now: deps.now ?? Date.now,
  };
  if (allowAddresses.length > 0) logger.warn({ allowAddresses }, 'private addresses are open to agents');
  return {
    send: (scope, request, options = {}) => send(hopDeps, scope, request, options),
    check: (scope, request) => check(hopDeps, scope, request),
  };
}

/**
 * Sends a request and follows its redirects. Never throws for what a request, a policy or a target can do; throws when
 * the policies cannot be read, or `onSending` does.
 */
async function send(
  deps: HopDeps,
  scope: AgentScope,
  request: OutboundRequest,
  options: OutboundOptions,
): Promise<OutboundResult> {
  const parsed = parseRequest(request, deps.limits);
  if (parsed.kind === 'invalid') return parsed;
  using deadline = createDeadline(deps.limits.totalMs, options.signal);
  const first = firstHop(deps, scope, parsed, { options, deadline: deadline.signal });
  const hops: ExecutedHop[] = [];
  for (let hop = first; ;) {
    const executed = await executeHop(deps, hop);
    hops.push(executed);
    const next = nextHop(hop, executed);
    const isCancelled = options.signal?.aborted === true;
    const call = { hops, first, last: hop, isCancelled, redactFor: deps.redactFor };
    if (next === undefined) return outboundResult(executed.outcome, call);
    if (next.index > deps.limits.redirectsMax)
      return outboundResult(tooManyRedirects(first.target.host, deps.limits), call);
    hop = next;
  }
}

function firstHop(
  { loopLinks }: HopDeps,
  scope: AgentScope,
  request: ParsedRequest,
  { options, deadline }: { readonly options: OutboundOptions; readonly deadline: AbortSignal },
): Hop {
  const { target } = request;
  const { loopLink } = options;
  const loopValue = loopLink === undefined ? undefined : loopLinks.seal(loopLink);
  const start = { index: 0, target, from: undefined, isOtherSite: false, earlierSecrets: [] };
  return { ...start, scope, request, options, loopValue, deadline };
}

/** Judges a request without sending or resolving anything. */
async function check(deps: HopDeps, scope: AgentScope, request: OutboundCheck): Promise<CheckResult> {
  const mail = await checkMail(deps, scope, request.url);
  if (mail !== null) return mail;
  const parsed = parseRequest(request, deps.limits);
  if (parsed.kind === 'invalid') return parsed;
  const { host, port } = parsed.target;
  const { secretNames } = parsed;
  const bounded = boundedRequest(parsed, parsed.target);
  const known = { ...bounded, ...(request.body === undefined && { body: undefined }) };
  const [covering, named, isOwn] = await Promise.all([
    deps.policies.match(scope, host, known),
    deps.namedSecrets.match(scope.workspaceId, host, secretNames),
    deps.isOwnEndpoint(knownAddresses(host), port),
  ]);
  const match = { ...covering, namesSecret: secretNames.length > 0 };
  const onHost = decideUnresolved(parsed.target, match, deps.rule);
  const onSecrets =
    onHost === 'host' || match.ground !== 'policy' || named.ground === 'policy' ? onHost : named.ground;
  const ground = onSecrets === 'policy' && isOwn ? 'address' : onSecrets;
  const allowed = ground === 'policy';
  const attachedHeaders = allowed ? match.attaching.flatMap(({ headerName }) => headerName ?? []) : [];
  const policyId = (match.covering[0] ?? match.matching[0])?.id ?? null;
  const { fault, unjudged } = match;
  const { effect } = request;
  const leaving = { method: request.method.toUpperCase(), path: parsed.target.pathname, effect };
  const neededApproval = allowed ? match.neededApproval(leaving) : null;
  return {
    kind: 'checked',
    allowed,
    ground,
    host,
    policyId,
    attachedHeaders,
    fault,
    unjudged,
    neededApproval,
  };
}
