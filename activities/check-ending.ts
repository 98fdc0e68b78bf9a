import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { Ending, RunRef } from '#contracts/run.ts';
import { type SentRequest, unmetExpectation } from '#rules/unmet-expectation.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { CallRecord } from '#store/run/run-records.ts';
import type { RunContext } from '#store/run/context.ts';
import type { Runs } from '#store/run/runs.ts';

/** The turns before the last one, and what they were about. */
export interface History {
  readonly turns: readonly TurnOutput[];
  readonly context: RunContext;
}

interface Deps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly runs: Pick<Runs, 'calls'>;
}

/** Facts decide about a success: a run without a request that its automation expects failed, whoever says what. */
export function createEndingCheck({ automations, runs }: Deps) {
  return async function checkEnding(
    run: RunRef,
    ending: Ending | null,
    { turns, context }: History,
  ): Promise<Ending | null> {
    if (ending?.outcome !== 'succeeded' || context.kind !== 'delivery') return ending;
    const { workspaceId } = run;
    const { expects } = await automations.revision(workspaceId, context.automationId, context.revision);
    if (expects.length === 0) return ending;
    const reason = unmetExpectation(expects, context.delivery, sentIn(turns, await runs.calls(run)));
    return reason === null ? ending : { outcome: 'failed', reason };
  };
}

const sentIn = (
  turns: readonly TurnOutput[],
  calls: ReadonlyMap<string, CallRecord>,
): readonly SentRequest[] =>
  turns.flatMap((turn) =>
    turn.calls.flatMap((call) => {
      const record = calls.get(call.callId);
      if (call.name !== 'http_request' || record?.state !== 'done') return [];
      const { result } = record;
      const status = result.kind === 'response' ? result.status : null;
      return [{ method: call.method, url: call.url, status }];
    }),
  );
