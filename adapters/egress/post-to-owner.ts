import type { FailureReason } from '#contracts/outbound.ts';
import { retryAfterMs } from '#domain/retry-after.ts';
import { type AddressRule, createAddressRule } from './address-rule.ts';
import { createDeadline } from './deadline.ts';
import { knownAddresses } from './decide.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import { failure } from './failure.ts';
import { type EgressLimits, egressLimits } from './limits.ts';
import { createOwnEndpoints, type Endpoint } from './own-endpoints.ts';
import { userAgent } from './outgoing-headers.ts';
import { type Resolve, resolveHost, systemResolve } from './resolve.ts';
import { sendOnWire, type WireRequest } from './send.ts';
import { parseTarget, type Target } from './target.ts';

interface OwnerPostDeps {
  /** EGRESS_ALLOW_ADDRESSES: ranges beside the public internet. Throws an Error that names one that is none. */
  readonly allowAddresses: readonly string[];
  /** Servers of the service itself, which nothing is posted to, whatever is opened. */
  readonly ownEndpoints: readonly Endpoint[];
  readonly resolve?: Resolve;
  readonly limits?: Partial<EgressLimits>;
  /** PEM; replaces the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

type Invalid = { readonly kind: 'invalid'; readonly message: string };
type Refused = { readonly kind: 'refused'; readonly message: string };

/** The result of a post; `retryAfterMs`: the wait that the answer asks for, 0 if it asks for none. */
type OwnerPostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number }
  | Invalid
  | Refused
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

/** Posts to URLs that owners entered: each is its own permission, and no policy attaches a credential. */
export interface OwnerPost {
  /** Whether a URL can be posted to, as far as that is known without looking up its name. */
  readonly check: (url: string) => { readonly kind: 'allowed' } | Invalid | Refused;
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ) => Promise<OwnerPostResult>;
}

/** Https to public addresses; what the operator opened, by plain http only on loopback. Redirects are not followed. */
export function createOwnerPost(deps: OwnerPostDeps): OwnerPost {
  const resolve = deps.resolve ?? systemResolve;
  const rule = createAddressRule(deps.allowAddresses);
  const limits = { ...egressLimits, ...deps.limits };
  const isOwnEndpoint = createOwnEndpoints(deps.ownEndpoints, resolve);

  function check(url: string): { readonly kind: 'allowed' } | Invalid | Refused {
    const parsed = parseTarget(url);
    if (parsed.kind === 'invalid') return parsed;
    const { target } = parsed;
    const known = knownAddresses(target.host);
    const isAllowed = known.length === 0 ? target.scheme === 'https' : mayReach(rule, target, known);
    return isAllowed ? { kind: 'allowed' } : refused(target);
  }

  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ): Promise<OwnerPostResult> {
    const parsed = parseTarget(url);
    if (parsed.kind === 'invalid') return parsed;
    const { target } = parsed;
    using deadline = createDeadline(limits.totalMs, signal);
    const timing = { timeoutMs: limits.resolveMs, signal: deadline.signal };
    const resolution = await resolveHost(target.host, resolve, timing);
    if (resolution.kind === 'failed')
      return failure(resolution.reason, 'nothing', target.host, resolution.text);
    const addresses = resolution.addresses.map(({ address }) => address);
    if (!mayReach(rule, target, addresses) || (await isOwnEndpoint(addresses, target.port)))
      return refused(target);
    const request: WireRequest = {
      target,
      addresses: resolution.addresses,
      method: 'POST',
      headers: [['User-Agent', userAgent], ...Object.entries(headers)],
      body: Buffer.from(body),
    };
    const { certificateAuthorities } = deps;
    const wire = await sendOnWire(request, { limits, deadline: deadline.signal, certificateAuthorities });
    if (wire.kind === 'failed') return wire;
    const [wait = ''] = [wire.headers['retry-after'] ?? []].flat();
    return {
      kind: 'answered',
      status: wire.status,
      retryAfterMs: retryAfterMs({ 'retry-after': wait }) ?? 0,
    };
  }

  return { check, post };
}

/** Every address must pass, for any of them may be the one that is dialled. */
const mayReach = (rule: AddressRule, { scheme }: Target, addresses: readonly string[]): boolean =>
  addresses.every(scheme === 'https' ? rule.isAllowed : rule.isOpenedLoopback);

const refused = ({ host }: Target): Refused => ({ kind: 'refused', message: refusalMessage(host) });
