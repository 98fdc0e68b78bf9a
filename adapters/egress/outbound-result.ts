import type { OutboundResult } from '#contracts/outbound.ts';
import { cutToBytes } from '#domain/cut-text.ts';
import type { ExecutedHop } from './execute-hop.ts';
import { failure, isTemporary, type WireFailure } from './failure.ts';
import type { Hop, HopDeps, HopResponse } from './hop.ts';
import { egressLimits } from './limits.ts';
import { urlOf } from './target.ts';

const wrongCredentialHint =
  'The target answered 401 to the configured credential. The usual reasons: the key is wrong or has expired; a Basic ' +
  'value is not the base64 of username:password, or of the key with its trailing colon; a Bearer value lacks the word ' +
  'Bearer and one space before the key.';

/** A call whose last hop is over. */
export interface FinishedCall extends Pick<HopDeps, 'redactFor'> {
  readonly hops: readonly ExecutedHop[];
  readonly first: Hop;
  readonly last: Hop;
  readonly isCancelled: boolean;
}

/** The result of a call for its caller: the last outcome, with the headers that all of its hops attached or left out. */
export function outboundResult(outcome: ExecutedHop['outcome'], call: FinishedCall): OutboundResult {
  switch (outcome.kind) {
    case 'refused':
    case 'unapproved':
      return outcome;
    case 'failed':
      return failed(outcome, call);
    case 'answered':
      return answered(outcome, call);
  }
}

/** After a redirect something was sent, and the host may be named after a secret; a caller who left is not an error. */
function failed(
  outcome: WireFailure,
  { hops, first, last, isCancelled, redactFor }: FinishedCall,
): OutboundResult {
  const { target } = first.request;
  const sent = last.index > 0 ? 'maybe' : outcome.sent;
  const { kind, reason, message } = isCancelled
    ? failure('CANCELLED', sent, last.target.host, 'it was cancelled')
    : outcome;
  return {
    kind,
    reason,
    sent,
    isTemporary: isTemporary(reason),
    message: redactFor(last.earlierSecrets)(message).text,
    host: target.host,
    path: target.pathname,
    attachedHeaders: unique(hops.flatMap(({ attachedHeaders }) => attachedHeaders)),
    ...sentBy({ hops, first, redactFor }),
  };
}

/** Redacted, then cut. The secrets that attach to a request are known only once it is on its way. */
function sentBy({ hops, first, redactFor }: Omit<FinishedCall, 'last' | 'isCancelled'>) {
  const { body } = first.request;
  const redact = redactFor(hops.at(-1)?.secrets ?? []);
  const isSent = body !== null && hops[0]?.facts.bytesOut !== undefined;
  return {
    requestBody: isSent ? cutToBytes(redact(body.toString()).text, egressLimits.shownBytesMax).text : null,
    requestUrl: redact(urlOf(first.request.target)).text,
  };
}

function answered(
  { status, headers, body, truncated }: HopResponse,
  { hops, first, last, redactFor }: FinishedCall,
): OutboundResult {
  const { target } = first.request;
  const secrets = hops.at(-1)?.secrets ?? [];
  const attachedHeaders = unique(hops.flatMap((hop) => hop.attachedHeaders));
  return {
    kind: 'answered',
    status,
    headers,
    body,
    truncated,
    attachedHeaders,
    ...sentBy({ hops, first, redactFor }),
    ignoredHeaders: unique(hops.flatMap((hop) => hop.ignoredHeaders)),
    host: target.host,
    path: target.pathname,
    finalUrl: last.index === 0 ? null : redactFor(secrets)(urlOf(last.target)).text,
    hints: status === 401 && attachedHeaders.length > 0 ? [wrongCredentialHint] : [],
  };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
