import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { Ending, RunRef } from '#contracts/run.ts';
import { answeredRequests } from '#capabilities/request-account.ts';
import { judgeEnding } from '#rules/judge-ending.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { RunContext } from '#store/run/context.ts';
import type { Runs } from '#store/run/runs.ts';
import { resultsOf } from './transcript.ts';

/** The turns before the last one, and what they were about. */
export interface History {
  readonly turns: readonly TurnOutput[];
  readonly context: RunContext;
}

interface Deps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly runs: Pick<Runs, 'calls'>;
}

/** Judges the ending of a run by facts. */
export function createEndingCheck({ automations, runs }: Deps) {
  return async function checkEnding(
    run: RunRef,
    ending: Ending | null,
    answer: string | null,
    { turns, context }: History,
  ): Promise<Ending | null> {
    if (ending?.outcome !== 'succeeded' || context.kind !== 'delivery') return ending;
    const { automationId, revision: number, delivery } = context;
    const revision = await automations.revision(run.workspaceId, automationId, number);
    const calls = turns.flatMap((turn) => turn.calls);
    const answered = async () => answeredRequests(calls, resultsOf(turns, await runs.calls(run)));
    return await judgeEnding(revision, ending, { delivery, answer, answered });
  };
}
