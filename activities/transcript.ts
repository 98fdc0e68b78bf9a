import type { CapabilityCall, CapabilityResult } from '../capabilities/calls.ts';
import type { AgentModel, TurnOutput } from '../capabilities/agent-turn.ts';
import type { CallRecord } from '../store/run-records.ts';

/** Everything after the opening, in order and verbatim: the messages of each turn and the results of its calls. */
export function transcriptOf(
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
  model: Pick<AgentModel, 'resultMessage'>,
  nonce: string,
): readonly unknown[] {
  const resultOf = (call: CapabilityCall) => model.resultMessage(call, resultIn(calls, call), nonce);
  return turns.flatMap((turn) => [...turn.messages, ...turn.calls.map(resultOf)]);
}

/** The results of the calls of these turns, in order. */
export const resultsOf = (
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
): readonly CapabilityResult[] => turns.flatMap((turn) => turn.calls.map((call) => resultIn(calls, call)));

function resultIn(calls: ReadonlyMap<string, CallRecord>, { callId }: CapabilityCall): CapabilityResult {
  const record = calls.get(callId);
  if (record?.state === 'done') return record.result;
  const message =
    record?.state === 'sending' ? 'It may or may not have arrived.' : 'The call was not carried out.';
  return { kind: 'failed', message };
}
