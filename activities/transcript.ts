import type { AgentModel, ToolCall, ToolResult, TurnOutput } from '../contracts/turn.ts';
import type { CallRecord } from '../store/run-records.ts';

/** What followed the opening, in order and verbatim: the messages of each turn and what became of its calls. */
export function transcriptOf(
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
  model: Pick<AgentModel, 'toolResult'>,
  nonce: string,
): readonly unknown[] {
  const resultOf = (call: ToolCall) => model.toolResult(call, resultIn(calls, call), nonce);
  return turns.flatMap((turn) => [...turn.messages, ...turn.calls.map(resultOf)]);
}

/** What became of the calls of these turns, in their order. */
export const resultsOf = (
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
): readonly ToolResult[] => turns.flatMap((turn) => turn.calls.map((call) => resultIn(calls, call)));

function resultIn(calls: ReadonlyMap<string, CallRecord>, { callId }: ToolCall): ToolResult {
  const record = calls.get(callId);
  if (record?.state === 'done') return record.result;
  const message =
    record?.state === 'sending' ? 'It may or may not have arrived.' : 'The call was not carried out.';
  return { kind: 'failed', message };
}
