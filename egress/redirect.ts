import { parseTarget, type Target } from './target.ts';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the request on, or undefined when it does not or names a place that is none. */
export function redirectTarget(
  answer: { readonly status: number; readonly location: string | undefined },
  from: Target,
): Target | undefined {
  if (!redirectStatuses.has(answer.status) || answer.location === undefined) return undefined;
  const parsed = parseTarget(answer.location, from);
  return parsed.kind === 'target' ? parsed.target : undefined;
}

/** Whether what the agent sent for one target may go to the other: the same host, perhaps upgraded to https. */
export function isSameSite(from: Target, to: Target): boolean {
  const isUpgrade = from.scheme === 'http' && from.port === 80 && to.scheme === 'https' && to.port === 443;
  return from.host === to.host && ((from.scheme === to.scheme && from.port === to.port) || isUpgrade);
}
