import type { FailureReason } from '#contracts/outbound.ts';
import { type AddressRule, createAddressRule } from './address-rule.ts';
import { createDeadline } from './deadline.ts';
import { knownAddresses } from './decide.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import { failure } from './failure.ts';
import { type EgressLimits, egressLimits } from './limits.ts';
import { createOwnEndpoints, type Endpoint } from './own-endpoints.ts';
import { userAgent } from './outgoing-headers.ts';
import { type Resolve, resolveHost, systemResolve } from './resolve.ts';
import { sendOnWire, type WireResponse } from './send.ts';
import { parseTarget, type Target } from './target.ts';

export interface OwnerRequestDeps {
  /** EGRESS_ALLOW_ADDRESSES: ranges beside the public internet. Throws an Error that names one that is none. */
  readonly allowAddresses: readonly string[];
  /** Servers of the service itself, which nothing is sent to, whatever is opened. */
  readonly ownEndpoints: readonly Endpoint[];
  readonly resolve?: Resolve;
  readonly limits?: Partial<EgressLimits>;
  /** PEM; replaces the authorities that Node trusts. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

type Invalid = { readonly kind: 'invalid'; readonly message: string };
type Refused = { readonly kind: 'refused'; readonly message: string };
export type Unsent =
  | Invalid
  | Refused
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

interface OwnerMessage {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to URLs that owners entered: each is its own permission, and no policy attaches a credential. */
export interface OwnerRequest {
  /** Whether a URL can be asked, as far as that is known without looking up its name. */
  readonly check: (url: string) => { readonly kind: 'allowed' } | Invalid | Refused;
  readonly send: (url: string, message: OwnerMessage) => Promise<WireResponse | Unsent>;
}

/** Https to public addresses; what the operator opened, by plain http only on loopback. Redirects are not followed. */
export function createOwnerRequest(deps: OwnerRequestDeps): OwnerRequest {
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

  async function send(url: string, message: OwnerMessage): Promise<WireResponse | Unsent> {
    const parsed = parseTarget(url);
    if (parsed.kind === 'invalid') return parsed;
    const { target } = parsed;
    using deadline = createDeadline(limits.totalMs, message.signal);
    const timing = { timeoutMs: limits.resolveMs, signal: deadline.signal };
    const resolution = await resolveHost(target.host, resolve, timing);
    if (resolution.kind === 'failed')
      return failure(resolution.reason, 'nothing', target.host, resolution.text);
    const addresses = resolution.addresses.map(({ address }) => address);
    if (!mayReach(rule, target, addresses) || (await isOwnEndpoint(addresses, target.port)))
      return refused(target);
    const { method, headers, body } = message;
    const request = {
      target,
      addresses: resolution.addresses,
      method,
      headers: [['User-Agent', userAgent], ...Object.entries(headers)],
      body: body === null ? null : Buffer.from(body),
    } as const;
    const { certificateAuthorities } = deps;
    return await sendOnWire(request, { limits, deadline: deadline.signal, certificateAuthorities });
  }

  return { check, send };
}

/** Every address must pass, for any of them may be the one that is dialled. */
const mayReach = (rule: AddressRule, { scheme }: Target, addresses: readonly string[]): boolean =>
  addresses.every(scheme === 'https' ? rule.isAllowed : rule.isOpenedLoopback);

const refused = ({ host }: Target): Refused => ({ kind: 'refused', message: refusalMessage(host) });
