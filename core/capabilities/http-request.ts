import type { CalledOperation } from '#contracts/api.ts';
import type { CheckResult, OutboundCheck, OutboundRequest, OutboundResult } from '#contracts/outbound.ts';
import type { RunRef } from '#contracts/run.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { LoopLink } from '#domain/loop.ts';
import { cutToChars } from '#domain/cut-text.ts';
import { isRepeatable } from '#domain/outbound-method.ts';
import { pageCharsMax } from '#domain/read-page.ts';
import { startOfText } from '#domain/recorded-body.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { shownAddress, shownPath } from '#domain/shown-path.ts';
import type { CallEnd, RequestContext, WithoutResult } from './acting.ts';
import { defineCapability } from './capability.ts';
import { type HttpRequestCall, input, wireInput } from './http-call.ts';
import { exchangedBy, Response, resultOf } from './http-response.ts';
import { misplacedMessage, misplacedSecret, secretPlacesOf } from './secret-places.ts';
import { recalledResult, RequestStep, shownRequest } from './request-step.ts';
import { retryOf } from './retry-of.ts';
import type { Failed, Refused } from './call-failure.ts';

interface HttpRequestPorts {
  /** The owner's instructions for the run: only they decide where a secret goes. */
  readonly instructions: (run: RunRef) => Promise<readonly string[]>;
  /** Rejects when the policies cannot be read, or `onSending` rejects. `origin`: the run and turn, for the log. */
  readonly egress: {
    readonly send: (
      scope: AgentScope,
      request: OutboundRequest,
      options: Pick<RequestContext, 'signal' | 'onSending' | 'isApproved'> & {
        readonly idempotencyKey: string;
        readonly origin: { readonly deliveryId: string | null; readonly step: number };
        readonly loopLink: LoopLink;
        readonly effect?: CalledOperation['effect'] | undefined;
      },
    ) => Promise<OutboundResult>;
    readonly check: (scope: AgentScope, request: OutboundCheck) => Promise<CheckResult>;
  };
}

/** Sends one request through egress, within the policies of the agent. */
export const httpRequest = defineCapability({
  kind: 'request',
  name: 'http_request',
  description:
    'Sends one HTTP request. Hosts that are not allowed are refused. The service attaches credentials, and an Idempotency-Key to POST and PATCH: set neither. If the instructions have {{secret.name}}, copy it as it is to the same place of the request: the service fills in its value.',
  access: { kind: 'host', title: 'Allowed hosts', none: 'none: every request will be refused' },
  wireInput,
  input,
  result: Response,
  step: RequestStep,
  describe: ({ method, url, operation }) =>
    [operation && `${operation.name}:`, method, shownAddress(url)].filter(Boolean).join(' '),
  describeBriefly: ({ method, url, operation }) =>
    operation?.name ?? `${method} ${URL.canParse(url) ? new URL(url).host : 'a malformed URL'}`,
  tell,
  isRepeatable: ({ method }) => isRepeatable(method),
  hasIdempotencyKey: true,
  isWriting: ({ method, operation }) => (operation ? operation.effect === 'write' : method !== 'GET'),
  endOf: requestEnd,
  targetOf: ({ url }) => (URL.canParse(url) ? new URL(url).origin : null),
  stepWithoutResult: (call, why) => stepOf(call, { kind: 'without-result', ...why }),
  show: shownRequest,
  recall: recalledResult,
  leaving: ({ method, url, headers, body = null, operation }) => ({
    method,
    url,
    headers,
    body,
    effect: operation?.effect,
  }),
  accepted: (_call) => ({ kind: 'response' as const, status: 202, headers: {}, body: '', truncated: false }),
  perform: async (call, ports: HttpRequestPorts, context) => {
    const result = await send(ports, call, context);
    if (result.kind === 'unapproved') return { needed: result.needed };
    const step = stepOf(call, result);
    const { status } = step;
    return {
      result: resultOf(result),
      step,
      status,
      said: (status ?? 0) >= 400 ? startOfText(step.responseBody ?? '') : null,
      retry: retryOf(call.method, result),
      isEffectUnknown: isEffectUnknown(call, result),
      exchanged: exchangedBy(result),
    };
  },
});

async function send(
  { egress, instructions }: HttpRequestPorts,
  call: HttpRequestCall,
  { run, agentId, round, turn, request, isByRules, isApproved, signal, onSending }: RequestContext,
): Promise<OutboundResult> {
  const places = isByRules ? [] : secretPlacesOf(call);
  if (places.length > 0) {
    const misplaced = misplacedSecret(places, await instructions(run));
    if (misplaced !== null) return { kind: 'invalid', message: misplacedMessage(misplaced) };
  }
  const { method, url, headers, body, operation } = call;
  const outbound = { method, url, headers, ...(body !== undefined && { body }) };
  const { workspaceId } = run;
  const cause = run.kind === 'delivery' ? run.deliveryId : run.conversationId;
  return await egress.send({ workspaceId, agentId }, outbound, {
    signal,
    isApproved,
    idempotencyKey: `${runIdOf(run)}-${request}`,
    origin: { deliveryId: run.kind === 'delivery' ? run.deliveryId : null, step: turn },
    loopLink: { workspaceId, cause, round },
    effect: operation?.effect,
    onSending,
  });
}

const isEffectUnknown = ({ method }: HttpRequestCall, result: OutboundResult): boolean =>
  result.kind === 'failed' && result.sent === 'maybe' && !isRepeatable(method);

function tell({ body, headers, status, truncated, notes }: Response, { callId }: HttpRequestCall) {
  const shown = cutToChars(body, pageCharsMax);
  const isCut = shown.length < body.length;
  const more = `read_response with requestCallId ${JSON.stringify(callId)}`;
  // Response headers are as untrusted as the body.
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    facts: {
      kind: 'response',
      status,
      truncated,
      ...(notes && { notes }),
      ...(isCut && { shownChars: shown.length, totalChars: body.length, more }),
    },
    data: [...lines, '', shown].join('\n'),
  };
}

type Unanswered = WithoutResult & { readonly kind: 'without-result' };
type Ended = Exclude<OutboundResult, { kind: 'unapproved' }>;

function stepOf(call: HttpRequestCall, result: Ended | Unanswered) {
  const url = URL.canParse(call.url) ? new URL(call.url) : null;
  return {
    kind: 'request' as const,
    operation: call.operation ?? null,
    method: call.method,
    host: 'host' in result ? result.host : (url?.hostname ?? ''),
    port: url === null || url.port === '' ? null : Number(url.port),
    path: shownPath('path' in result ? result.path : (url?.pathname ?? '')),
    status: result.kind === 'answered' ? result.status : null,
    attachedHeaders: 'attachedHeaders' in result ? [...result.attachedHeaders] : [],
    outcome: outcomeOf(call, result),
    error: errorOf(result),
    requestBody: 'requestBody' in result ? result.requestBody : null,
    responseBody: result.kind === 'answered' ? result.body : null,
  };
}

function outcomeOf(call: HttpRequestCall, result: Ended | Unanswered) {
  if (result.kind === 'without-result') return result.outcome;
  return isEffectUnknown(call, result) ? ('unknown' as const) : result.kind;
}

function errorOf(result: Ended | Unanswered): string | null {
  switch (result.kind) {
    case 'without-result':
      return result.error;
    case 'answered':
      return result.hints.length === 0 ? null : result.hints.join(' ');
    case 'refused':
    case 'invalid':
    case 'failed':
      return result.message;
  }
}

/** How a request ended, in words. */
export function requestEnd(
  result: { readonly kind: 'response'; readonly status: number } | Refused | Failed,
  { method }: { readonly method: string },
): CallEnd {
  if (result.kind === 'refused') return { how: 'was refused', hasFailed: true, mayBeDone: false };
  if (result.kind === 'failed') return { how: 'failed', hasFailed: true, mayBeDone: false };
  const { status } = result;
  const isGone = method === 'DELETE' && (status === 404 || status === 410);
  return { how: `answered ${status}`, hasFailed: status >= 400, mayBeDone: status === 409 || isGone };
}
