import type { HttpRequestCall } from '#capabilities/http-call.ts';
import { isRequestResult, plannedCalls } from '#capabilities/planned-requests.ts';
import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { summaryLine } from './turn-summary.ts';
import { noUsage } from '#domain/no-usage.ts';
import { decide } from '#rules/decide.ts';

/** One turn by the offline rules, in the message format of a model. */
export function takeOfflineTurn({ limits, results, ...input }: TurnInput): TurnOutput {
  const task = { ...input, plan: input.plan ?? null, maxRequests: limits.maxRequests };
  const decision = decide(task, results.filter(isRequestResult));
  const calls = decision.kind === 'requests' ? plannedCalls(decision) : [];
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

const textPart = (text: string) => ({ type: 'text', text });

const callPart = ({ callId, name, ...input }: HttpRequestCall) => ({
  type: 'tool-call',
  toolCallId: callId,
  toolName: name,
  input,
});
