import type { RefusalGround } from '../contracts/outbound.ts';
import type { PolicyRecord } from '../contracts/policy.ts';
import { decideAddresses, decideHost, decideUnresolved, type Decision } from './decide.ts';
import { failure, type WireFailure } from './failure.ts';
import type { Hop, HopDeps } from './hop.ts';
import { addressInHost } from '../domain/host.ts';
import { domainsCovering } from './match.ts';
import { type ResolvedAddress, resolveHost } from './resolve.ts';

interface Decided {
  readonly matches: readonly PolicyRecord[];
  readonly attaching: readonly PolicyRecord[];
  readonly addresses: readonly ResolvedAddress[];
}

/** A decision with what it was made from, ready to be dialled. */
export type HopDecision =
  | (Decided & { readonly kind: 'allowed' })
  | (Decided & { readonly kind: 'refused'; readonly ground: RefusalGround; readonly detail: string | null })
  | (Decided & { readonly kind: 'failed'; readonly failure: WireFailure });

/** Policies first, read anew; then the addresses. A name is looked up only when its policies let it through. */
export async function decideHop(deps: HopDeps, hop: Hop): Promise<HopDecision> {
  const { target, scope } = hop;
  const candidates = await deps.policies.findByDomains(scope, domainsCovering(target.host));
  const onHost = withoutDowngrade(decideHost(target, candidates, deps.rule), hop);
  if (!onHost.isAllowed) return conclude(onHost, hop, []);
  const address = addressInHost(target.host);
  if (address !== undefined)
    return conclude(onHost, hop, [{ address, family: address.includes(':') ? 6 : 4 }]);
  const timing = { timeoutMs: deps.limits.resolveMs, signal: hop.deadline };
  const resolution = await resolveHost(target.host, deps.resolve, timing);
  if (resolution.kind === 'failed') {
    // A credential in the clear needs to be shown that the name is loopback, and nothing has shown it.
    const unresolved = decideUnresolved(target, candidates, deps.rule);
    if (!unresolved.isAllowed) return conclude(unresolved, hop, []);
    const { matches, attaching } = onHost;
    const failed = failure(resolution.reason, 'nothing', target.host, resolution.text);
    return { kind: 'failed', matches, attaching, addresses: [], failure: failed };
  }
  const { addresses } = resolution;
  const texts = addresses.map(({ address: text }) => text);
  return conclude(decideAddresses(onHost, target, texts, deps.rule), hop, addresses);
}

/** A redirect from https to http is never followed: whoever stands on the line could have written it. */
function withoutDowngrade(decision: Decision, { from, target }: Hop): Decision {
  const isDowngrade = from?.scheme === 'https' && target.scheme === 'http';
  return decision.isAllowed && isDowngrade
    ? { ...decision, isAllowed: false, ground: 'plaintext' }
    : decision;
}

function conclude(decision: Decision, { index }: Hop, addresses: readonly ResolvedAddress[]): HopDecision {
  const { ground, matches, attaching } = decision;
  if (ground === 'policy') return { kind: 'allowed', matches, attaching, addresses };
  const isRedirect = index > 0;
  return {
    kind: 'refused',
    ground: isRedirect ? 'redirect' : ground,
    detail: isRedirect ? ground : null,
    matches,
    attaching,
    addresses,
  };
}
