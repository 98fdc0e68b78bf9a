import type { OutboundResult } from '../contracts/outbound.ts';
import { createDeadline } from './deadline.ts';
import { failure, isTemporary, type WireFailure } from './failure.ts';
import type { Hop, HopAnswer, HopDeps } from './hop.ts';
import { createRedact } from './redact.ts';
import { isSameSite, redirectTarget } from './redirect.ts';
import { type HopResult, takeHop } from './take-hop.ts';
import { type Target, urlOf } from './target.ts';

const wrongCredentialHint =
  'The target answered 401 to the configured credential. The usual reasons: the key is wrong or has expired; a Basic ' +
  'value is not the base64 of username:password, or of the key with its trailing colon; a Bearer value lacks the word ' +
  'Bearer and one space before the key.';

type FirstHop = Omit<Hop, 'index' | 'from' | 'isOtherSite' | 'earlierSecrets' | 'deadline'>;

/** What the hops so far add up to. */
interface Trail {
  readonly attachedHeaders: readonly string[];
  readonly ignoredHeaders: readonly string[];
}

/**
 * Sends a request and follows its redirects, each as a new decision with that host's own headers. Only a GET without
 * a body is followed: a redirect of any other is handed back, so that nothing is done twice or at another place.
 */
export async function followHops(
  deps: HopDeps,
  first: FirstHop,
  signal: AbortSignal | undefined,
): Promise<OutboundResult> {
  const { totalMs, redirectsMax } = deps.limits;
  using deadline = createDeadline(totalMs, signal);
  let hop: Hop = {
    ...first,
    deadline: deadline.signal,
    index: 0,
    from: undefined,
    isOtherSite: false,
    earlierSecrets: [],
  };
  let trail: Trail = { attachedHeaders: [], ignoredHeaders: [] };
  for (;;) {
    const result = await takeHop(deps, hop);
    trail = extend(trail, result);
    const { outcome } = result;
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'failed') return failed(first, trail, atHop(outcome, hop, signal));
    const target = isFollowed(first) ? redirectTarget(outcome, hop.target) : undefined;
    if (target === undefined) return answered(first, trail, outcome, hop, result.secrets);
    if (hop.index === redirectsMax) {
      const text = `it was redirected more than ${redirectsMax} times`;
      return failed(first, trail, failure('TOO_MANY_REDIRECTS', 'maybe', first.target.host, text));
    }
    hop = nextHop(hop, target, result.secrets);
  }
}

const isFollowed = ({ method, body }: FirstHop) => method === 'GET' && body === null;

const nextHop = (hop: Hop, target: Target, earlierSecrets: readonly string[]): Hop => ({
  ...hop,
  index: hop.index + 1,
  from: hop.target,
  target,
  isOtherSite: hop.isOtherSite || !isSameSite(hop.target, target),
  earlierSecrets,
  onSending: undefined,
});

function extend(trail: Trail, { attachedHeaders, ignoredHeaders }: HopResult): Trail {
  return {
    attachedHeaders: [...new Set([...trail.attachedHeaders, ...attachedHeaders])],
    ignoredHeaders: [...new Set([...trail.ignoredHeaders, ...ignoredHeaders])],
  };
}

/** After a redirect something was sent, and its host may be named after a secret; a caller who left is no fault. */
function atHop(outcome: WireFailure, hop: Hop, signal: AbortSignal | undefined): WireFailure {
  const sent = hop.index > 0 ? 'maybe' : outcome.sent;
  const message = createRedact(hop.earlierSecrets)(outcome.message).text;
  if (!signal?.aborted) return { ...outcome, sent, message };
  return failure('CANCELLED', sent, hop.target.host, 'it was cancelled');
}

function failed(
  { target, method }: FirstHop,
  { attachedHeaders }: Trail,
  outcome: WireFailure,
): OutboundResult {
  const { host, pathname: path } = target;
  const { kind, reason, sent, message } = outcome;
  return {
    kind,
    reason,
    sent,
    isTemporary: isTemporary(outcome, method),
    message,
    host,
    path,
    attachedHeaders,
  };
}

function answered(
  { target }: FirstHop,
  trail: Trail,
  { status, headers, body, truncated }: HopAnswer,
  last: Hop,
  secrets: readonly string[],
): OutboundResult {
  const finalUrl = last.index === 0 ? null : createRedact(secrets)(urlOf(last.target)).text;
  const hints = status === 401 && trail.attachedHeaders.length > 0 ? [wrongCredentialHint] : [];
  const { host, pathname: path } = target;
  return { kind: 'answered', status, headers, body, truncated, ...trail, host, path, finalUrl, hints };
}
