import { type CapabilityResult, isAnswer } from '#capabilities/calls.ts';
import type { HttpRequestCall } from '#capabilities/http-call.ts';
import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { summaryLine } from './turn-summary.ts';
import { noUsage } from '#domain/no-usage.ts';
import { decide, type OfflineDecision, type RequestResult } from '#rules/decide.ts';

/** One turn by the offline rules, in the message format of a model. */
export function takeOfflineTurn({ limits, results, ...input }: TurnInput): TurnOutput {
  const task = { ...input, plan: input.plan ?? null, maxRequests: limits.maxRequests };
  const decision = decide(task, results.filter(isRequestResult));
  const calls = callsOf(decision);
  const isDone = decision.kind !== 'requests';
  const shared = {
    calls,
    isDone,
    needsModel: decision.kind === 'refusal' ? decision.needsModel : null,
    failure: decision.kind === 'answer' ? decision.failure : null,
  };
  return {
    ...shared,
    messages: [{ role: 'assistant', content: isDone ? [textPart(decision.text)] : calls.map(callPart) }],
    answer: isDone ? decision.text : null,
    finishReason: isDone ? 'stop' : 'tool-calls',
    usage: noUsage,
    cost: noTurnCost,
    model: offlineModelId,
    summary: summaryLine(shared),
  };
}

/** The rules only plan requests. */
const isRequestResult = (result: CapabilityResult): result is Extract<CapabilityResult, RequestResult> =>
  result.kind === 'response' || !isAnswer(result);

function callsOf(decision: OfflineDecision): readonly HttpRequestCall[] {
  if (decision.kind !== 'requests') return [];
  return decision.requests.map(({ method, url, headers, body }, index) => ({
    name: 'http_request',
    callId: `offline-${decision.number + index}`,
    method,
    url,
    headers,
    ...(body != null && { body }),
  }));
}

const textPart = (text: string) => ({ type: 'text', text });

const callPart = ({ callId, name, ...input }: HttpRequestCall) => ({
  type: 'tool-call',
  toolCallId: callId,
  toolName: name,
  input,
});
