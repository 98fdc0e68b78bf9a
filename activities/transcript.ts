import type { CapabilityCall, CapabilityResult } from '#capabilities/calls.ts';
import type { AgentModel, TurnOutput } from '#capabilities/agent-turn.ts';
import { repeatedCallRemark } from '#capabilities/repeated-call.ts';
import type { CallRecord } from '#store/run/run-records.ts';
import { withoutTraces } from './foreign-messages.ts';
import { leftOutReads } from './left-out-reads.ts';

interface TranscriptFor {
  readonly model: Pick<AgentModel, 'id' | 'resultMessage'>;
  readonly nonce: string;
  /** Bytes of results of reading that it may hold. */
  readonly readBytesMax: number;
}

/**
 * Everything after the opening, in order: the messages of each turn verbatim, without what only another model could read,
 * and the results of its calls, apart from what was read and no longer fits; with a remark where requests repeat
 * themselves.
 */
export function transcriptOf(
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
  { model, nonce, readBytesMax }: TranscriptFor,
): readonly unknown[] {
  const results = new Map(
    turns
      .flatMap((turn) => turn.calls)
      .map((call) => [call.callId, model.resultMessage(call, resultIn(calls, call), nonce)]),
  );
  const bytesOf = ({ callId }: CapabilityCall) => Buffer.byteLength(JSON.stringify(results.get(callId)));
  const leftOut = leftOutReads(turns, bytesOf, readBytesMax);
  const resultOf = (call: CapabilityCall) => {
    const message = leftOut.get(call.callId);
    return message === undefined
      ? results.get(call.callId)
      : model.resultMessage(call, { kind: 'refused', message }, nonce);
  };
  const doneIn = (turn: TurnOutput) => turn.calls.map((call) => ({ call, result: resultIn(calls, call) }));
  return turns.flatMap((turn, index) => [
    ...(turn.model === model.id ? turn.messages : withoutTraces(turn.messages)),
    ...turn.calls.map(resultOf),
    ...repeatedCallRemark(turns.slice(0, index).flatMap(doneIn), doneIn(turn)),
  ]);
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
