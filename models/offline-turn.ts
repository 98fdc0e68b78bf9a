import type { HttpRequestCall, TurnInput, TurnOutput } from '../contracts/turn.ts';
import { offlineModelId } from '../domain/offline-model-id.ts';
import { noCost } from './no-cost.ts';
import { summaryLine } from './turn-summary.ts';
import { noUsage } from './usage.ts';
import { type OfflineThought, think } from '../rules/decide.ts';

/** One turn by the rules, in the messages that a model would have written. */
export function takeOfflineTurn({ access, delivery, instructions, limits, results }: TurnInput): TurnOutput {
  const storedHeaders = access.flatMap(({ headerName }) => (headerName === null ? [] : [headerName]));
  const task = { instructions, delivery, storedHeaders, maxRequests: limits.maxRequests };
  const thought = think(
    task,
    results.filter((result) => result.kind !== 'page'),
  );
  const calls = callsOf(thought);
  const isDone = thought.kind !== 'act';
  const shared = {
    calls,
    isDone,
    needsModel: thought.kind === 'refuse' ? thought.needsModel : null,
    finishReason: isDone ? 'stop' : 'tool-calls',
  };
  return {
    ...shared,
    messages: [{ role: 'assistant', content: isDone ? [textPart(thought.text)] : calls.map(callPart) }],
    answer: isDone ? thought.text : null,
    failure: thought.kind === 'answer' ? thought.failure : null,
    usage: noUsage,
    cost: noCost,
    model: offlineModelId,
    summary: summaryLine(shared),
  };
}

function callsOf(thought: OfflineThought): readonly HttpRequestCall[] {
  if (thought.kind !== 'act') return [];
  return thought.requests.map(({ method, url, headers, body }, index) => ({
    name: 'http_request',
    callId: `offline-${thought.number + index}`,
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
