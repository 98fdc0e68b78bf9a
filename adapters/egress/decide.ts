import type { Ground } from '#contracts/outbound.ts';
import { addressInHost } from '#domain/host.ts';
import type { AddressRule } from './address-rule.ts';
import type { PolicyMatch } from './ports.ts';
import type { Target } from './target.ts';

/** Why a single hop may go out, or why not; that a redirect led to it is added later. */
export type HopGround = Exclude<Ground, 'redirect'>;

/** The policies that cover the host of a request, and whether it names a secret. */
export interface JudgedRequest extends Pick<PolicyMatch, 'matching' | 'attaching' | 'ground'> {
  readonly namesSecret: boolean;
}

/** A credential over plain http goes only to a loopback address that the operator opened. */
const needsLoopback = ({ attaching, namesSecret }: JudgedRequest, { scheme }: Target) =>
  scheme === 'http' && (namesSecret || attaching.length > 0);

/** Judges all that needs neither network nor secret. A name may still resolve to a forbidden address. */
export function decideHost(
  target: Target,
  match: JudgedRequest,
  rule: AddressRule,
  from?: Target,
): HopGround {
  if (match.matching.length === 0) return 'host';
  if (match.ground !== 'policy') return match.ground;
  const address = addressInHost(target.host);
  if (address !== undefined) {
    const ground = decideAddresses(target, match, [address], rule);
    if (ground !== 'policy') return ground;
  } else if (needsLoopback(match, target) && !rule.opensLoopback) {
    return 'plaintext';
  }
  return isDowngrade(from, target) ? 'plaintext' : 'policy';
}

/** A redirect from https to http is never followed: anyone on the network path could have written it. */
const isDowngrade = (from: Target | undefined, target: Target) =>
  from?.scheme === 'https' && target.scheme === 'http';

/** Judges what the host resolved to: every address must pass, for any of them may be the one that is dialled. */
export function decideAddresses(
  target: Target,
  match: JudgedRequest,
  addresses: readonly string[],
  rule: AddressRule,
): Exclude<HopGround, 'host'> {
  if (needsLoopback(match, target) && !addresses.every(rule.isOpenedLoopback)) return 'plaintext';
  return addresses.every(rule.isAllowed) ? 'policy' : 'address';
}

const isLocalhost = (host: string) => /(^|\.)localhost$/.test(host);

/** The addresses of a host that is not resolved: its own, or those of loopback. */
export function knownAddresses(host: string): readonly string[] {
  if (isLocalhost(host)) return ['127.0.0.1', '::1'];
  return [addressInHost(host) ?? []].flat();
}

/** Judges a name without resolving it: `localhost` is loopback by definition, any other is taken as public. */
export function decideUnresolved(target: Target, match: JudgedRequest, rule: AddressRule): HopGround {
  const ground = decideHost(target, match, rule);
  if (ground !== 'policy' || addressInHost(target.host) !== undefined) return ground;
  if (isLocalhost(target.host)) return rule.opensLoopback ? 'policy' : 'address';
  return needsLoopback(match, target) ? 'plaintext' : 'policy';
}

/** The same sentence for every ground: which of them it was is for the owner, not for the caller. */
