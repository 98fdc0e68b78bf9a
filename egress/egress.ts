import type {
  CheckResult,
  Egress,
  OutboundCheck,
  OutboundInvalid,
  OutboundOptions,
  OutboundRequest,
  OutboundResult,
} from '../contracts/outbound.ts';
import type { AgentScope } from '../contracts/policy.ts';
import { isOutboundMethod, isRepeatable, outboundMethods } from '../domain/outbound-method.ts';
import { createAddressRule } from './address.ts';
import { checkAgentHeaders } from './agent-headers.ts';
import { decideUnresolved } from './decide.ts';
import { followHops } from './follow-hops.ts';
import type { EgressLogger, HopDeps } from './hop.ts';
import { type EgressLimits, egressLimits } from './limits.ts';
import { domainsCovering } from './match.ts';
import { encodeBody } from './request-body.ts';
import { type Resolve, systemResolve } from './resolve.ts';
import { parseTarget } from './target.ts';

export interface EgressDeps extends Pick<HopDeps, 'policies' | 'decisions'> {
  /** EGRESS_ALLOW_ADDRESSES: ranges beside the public internet. Throws an Error that names one that is none. */
  readonly allowAddresses: readonly string[];
  readonly logger: EgressLogger;
  readonly resolve?: Resolve;
  readonly limits?: Partial<EgressLimits>;
  /** PEM; in place of the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[];
}

const userAgent = 'Reveille/1';

const invalid = (message: string): OutboundInvalid => ({ kind: 'invalid', message });

const invalidMethod = invalid(`method must be one of ${outboundMethods.join(', ')}.`);

/** The only way out for an agent: nothing is sent, resolved or decrypted but by a policy of that agent. */
export function createEgress(deps: EgressDeps): Egress {
  const hopDeps: HopDeps = {
    ...deps,
    rule: createAddressRule(deps.allowAddresses),
    resolve: deps.resolve ?? systemResolve,
    limits: { ...egressLimits, ...deps.limits },
    certificateAuthorities: deps.certificateAuthorities,
  };

  /** Never throws for what a request, a policy or a target can do; throws when the policies cannot be read, or `onSending` does. */
  async function send(
    scope: AgentScope,
    request: OutboundRequest,
    options: OutboundOptions = {},
  ): Promise<OutboundResult> {
    const { method } = request;
    if (!isOutboundMethod(method)) return invalidMethod;
    const parsed = parseTarget(request.url);
    if (parsed.kind === 'invalid') return parsed;
    const agentHeaders = checkAgentHeaders(request.headers ?? {});
    if (agentHeaders.kind === 'invalid') return agentHeaders;
    const body = encodeBody(request.body, hopDeps.limits.requestBytesMax);
    if (body.kind === 'invalid') return body;
    return await followHops(
      hopDeps,
      {
        scope,
        origin: options.origin,
        target: parsed.target,
        method,
        agentHeaders,
        defaults: [
          ['User-Agent', userAgent],
          ['Content-Type', body.contentType],
          ['Idempotency-Key', isRepeatable(method) ? null : options.idempotencyKey],
        ],
        body: body.bytes,
        onSending: options.onSending,
      },
      options.signal,
    );
  }

  /** Judges a request without sending or resolving anything. */
  async function check(scope: AgentScope, request: OutboundCheck): Promise<CheckResult> {
    if (!isOutboundMethod(request.method)) return invalidMethod;
    const parsed = parseTarget(request.url);
    if (parsed.kind === 'invalid') return parsed;
    const { target } = parsed;
    const candidates = await deps.policies.findByDomains(scope, domainsCovering(target.host));
    const { isAllowed, ground, matches, attaching } = decideUnresolved(target, candidates, hopDeps.rule);
    const attachedHeaders = isAllowed ? attaching.flatMap(({ headerName }) => headerName ?? []) : [];
    const policyId = matches[0]?.id ?? null;
    return { kind: 'checked', allowed: isAllowed, ground, host: target.host, policyId, attachedHeaders };
  }

  return { send, check };
}
