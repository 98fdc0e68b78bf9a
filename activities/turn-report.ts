import type { TurnOutput } from '#capabilities/agent-turn.ts';
import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import type { Ending } from '#contracts/run.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import { knownPartOf } from '#domain/cost.ts';
import { describeCall } from './describe-call.ts';

/** How the run ends with this turn; null while it continues. */
export function endingOf({ isDone, needsModel, failure }: TurnOutput): Ending | null {
  if (!isDone) return null;
  if (needsModel !== null) return { outcome: 'needs_model', reason: needsModel };
  return { outcome: failure === null ? 'succeeded' : 'failed', reason: failure };
}

export const stoppedReport = (ending: Ending): TurnReport => ({
  calls: [],
  ending,
  tokens: 0,
  amountMicros: 0,
  summary: 'Not taken: it might not fit what is left of the budget',
});

export function reportOf(
  { calls, usage, cost, summary }: TurnOutput,
  ending: Ending | null,
  isQuick: (call: CapabilityCall) => boolean,
): TurnReport {
  return {
    calls: calls.map((call) => ({
      callId: call.callId,
      kind: capabilityOf(call).kind,
      summary: describeCall(call),
      ...(isQuick(call) && { isQuick: true as const }),
    })),
    ending,
    tokens: usage.inputTokens + usage.outputTokens,
    amountMicros: knownPartOf(cost),
    summary,
  };
}
