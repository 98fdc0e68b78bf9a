import type { Hop, HopResult } from './hop.ts';
import { parseTarget, type Target } from './target.ts';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect, or undefined if there is none or its location is not a URL that requests can be sent to. */
export function redirectTarget(
  response: { readonly status: number; readonly location: string | undefined },
  from: Target,
): Target | undefined {
  if (!redirectStatuses.has(response.status) || response.location === undefined) return undefined;
  const parsed = parseTarget(response.location, from);
  return parsed.kind === 'target' ? parsed.target : undefined;
}

/**
 * The hop that a result redirects to, each a new decision with that host's own headers. Undefined where the result is
 * the last: only a GET without a body is followed, so that nothing is done twice or in another place, and none that names
 * a secret, which is meant for its target alone.
 */
export function nextHop(hop: Hop, { outcome, secrets }: HopResult): Hop | undefined {
  const { method, body, secretNames } = hop.request;
  if (outcome.kind !== 'answered' || method !== 'GET' || body !== null) return undefined;
  if (secretNames.length > 0) return undefined;
  const target = redirectTarget(outcome, hop.target);
  if (target === undefined) return undefined;
  return {
    ...hop,
    index: hop.index + 1,
    from: hop.target,
    target,
    isOtherSite: hop.isOtherSite || !isSameSite(hop.target, target),
    earlierSecrets: secrets,
    options: { ...hop.options, onSending: undefined },
  };
}

/** Whether what the agent sent for one target may go to the other: the same host, perhaps upgraded to https. */
function isSameSite(from: Target, to: Target): boolean {
  const isUpgrade = from.scheme === 'http' && from.port === 80 && to.scheme === 'https' && to.port === 443;
  return from.host === to.host && ((from.scheme === to.scheme && from.port === to.port) || isUpgrade);
}
