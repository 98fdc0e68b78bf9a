import type { Ground, RefusalGround } from '../contracts/outbound.ts';
import type { PolicyRecord } from '../contracts/policy.ts';
import type { AddressRule } from './address.ts';
import { addressInHost } from '../domain/host.ts';
import { attachingPolicies, matchingPolicies } from './match.ts';
import type { Target } from './target.ts';

/** Whether a request may go out, and why. A decision is a value: it can be recorded, shown and tested. */
export interface Decision {
  readonly isAllowed: boolean;
  readonly ground: Ground;
  /** Every policy that covers the host, closest first. */
  readonly matches: readonly PolicyRecord[];
  /** Those of them whose header goes out. */
  readonly attaching: readonly PolicyRecord[];
}

const refused = (ground: RefusalGround, decision: Decision): Decision => ({
  ...decision,
  isAllowed: false,
  ground,
});

/** A credential in the clear is for a loopback address that the operator opened, and nobody else. */
const needsLoopback = ({ attaching }: Decision, { scheme }: Target) =>
  scheme === 'http' && attaching.length > 0;

/** Judges all that needs neither network nor secret. A name may still resolve to a forbidden address. */
export function decideHost(target: Target, candidates: readonly PolicyRecord[], rule: AddressRule): Decision {
  const matches = matchingPolicies(target.host, candidates);
  const decision: Decision = {
    isAllowed: true,
    ground: 'policy',
    matches,
    attaching: attachingPolicies(matches),
  };
  if (matches.length === 0) return refused('host', decision);
  const address = addressInHost(target.host);
  if (address !== undefined) return decideAddresses(decision, target, [address], rule);
  return needsLoopback(decision, target) && !rule.opensLoopback ? refused('plaintext', decision) : decision;
}

/** Judges what the host resolved to: every answer must pass, for any of them may be the one that is dialled. */
export function decideAddresses(
  decision: Decision,
  target: Target,
  addresses: readonly string[],
  rule: AddressRule,
): Decision {
  if (needsLoopback(decision, target) && !addresses.every(rule.isOpenedLoopback)) {
    return refused('plaintext', decision);
  }
  return addresses.every(rule.isAllowed) ? decision : refused('address', decision);
}

/** Judges a name without resolving it: `localhost` is loopback by definition, any other is taken as public. */
export function decideUnresolved(
  target: Target,
  candidates: readonly PolicyRecord[],
  rule: AddressRule,
): Decision {
  const decision = decideHost(target, candidates, rule);
  if (!decision.isAllowed || addressInHost(target.host) !== undefined) return decision;
  if (/(^|\.)localhost$/.test(target.host))
    return rule.opensLoopback ? decision : refused('address', decision);
  return needsLoopback(decision, target) ? refused('plaintext', decision) : decision;
}

/** The one sentence for every ground: which of them it was is for the owner, not for the caller. */
export const refusalMessage = (host: string): string => `Outbound request to '${host}' is not allowed`;
