import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { Ending, RunRef } from '#contracts/run.ts';
import { answeredRequests } from '#capabilities/request-account.ts';
import { readJsonAnswer } from '#rules/answer-schema.ts';
import { expectedByPlan, unmetExpectation } from '#rules/unmet-expectation.ts';
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

/**
 * Facts decide about a success: a run without a request that its automation expects failed, whoever says what, and so did
 * one whose answer is not JSON of its schema.
 */
export function createEndingCheck({ automations, runs }: Deps) {
  return async function checkEnding(
    run: RunRef,
    ending: Ending | null,
    answer: string | null,
    { turns, context }: History,
  ): Promise<Ending | null> {
    if (ending?.outcome !== 'succeeded' || context.kind !== 'delivery') return ending;
    const { workspaceId } = run;
    const revision = await automations.revision(workspaceId, context.automationId, context.revision);
    const { answerSchema } = revision;
    const read = answerSchema === null ? null : readJsonAnswer(answerSchema, answer ?? '');
    if (read !== null && 'problem' in read) return { outcome: 'failed', reason: `answer: ${read.problem}` };
    const succeeded: Ending = read === null ? ending : { ...ending, hasResult: true };
    if (revision.expects.length === 0 && expectedByPlan(revision).length === 0) return succeeded;
    const calls = turns.flatMap((turn) => turn.calls);
    const answered = answeredRequests(calls, resultsOf(turns, await runs.calls(run)));
    const reason = unmetExpectation(revision, context.delivery, answered);
    return reason === null ? succeeded : { ...succeeded, outcome: 'failed', reason };
  };
}
