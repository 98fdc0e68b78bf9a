import type { RunRef } from '../contracts/run.ts';
import type { FilterVerdict } from '../contracts/turn.ts';
import type { Automations } from '../store/automations.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';
import { whileAlive } from './heartbeat.ts';
import { withPublicFailures } from './public-failure.ts';

export type FilterReport = Pick<FilterVerdict, 'verdict'>;

const matched = { run: true, skip: false, needs_model: null } as const;

/** Does the delivery concern this automation at all? */
export function filterActivities({
  automations,
  models,
  runs,
}: {
  automations: Automations;
  models: AgentModels;
  runs: Runs;
}) {
  async function judgeFilter(run: RunRef): Promise<FilterReport> {
    const { agentId, revision, delivery, nonce } = await runs.context(run);
    const { filter } = await automations.revision(run.workspaceId, run.automationId, revision);
    if (filter === null) return { verdict: 'run' };
    const model = await models.of(run.workspaceId, agentId);
    const compiled = await automations.compiledFilter(run.workspaceId, run.automationId, revision);
    const judged = await whileAlive((signal) =>
      withPublicFailures(() => model.judge({ filter, delivery, nonce, compiled, signal })),
    );
    const { verdict, reason, evidence, usage, cost } = judged;
    await runs.saveFilter(run, {
      filter: { text: filter, matched: matched[verdict], evidence },
      reason: verdict === 'run' ? null : reason,
      spent: { usage, cost },
    });
    if (judged.compiled !== null && compiled === null) {
      await automations.saveCompiledFilter(run.workspaceId, run.automationId, revision, judged.compiled);
    }
    return { verdict };
  }

  return { judgeFilter };
}
