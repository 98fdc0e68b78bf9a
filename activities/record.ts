import { randomBytes } from 'node:crypto';

import { activityInfo } from '@temporalio/activity';

import type { Ending, RunRef } from '../contracts/run.ts';
import { costOf } from '../domain/cost.ts';
import { monthOf } from '../domain/month.ts';
import type { Admissions } from '../store/admissions.ts';
import type { Automations } from '../store/automations.ts';
import type { Runs } from '../store/runs.ts';
import type { AgentModels } from './agent-models.ts';

/** `missing`: the record is not there yet. `ended`: the run was over before. */
export type Begun =
  | { readonly status: 'missing' | 'ended' }
  | { readonly status: 'begun'; readonly hasFilter: boolean; readonly isOffline: boolean };

/** The first and the last step of a run: its record. */
export function recordActivities({
  admissions,
  automations,
  models,
  runs,
}: {
  admissions: Admissions;
  automations: Automations;
  models: AgentModels;
  runs: Runs;
}) {
  /** Makes the claim lasting, should the intake have died before it could, and says what kind of run this is. */
  async function beginRun(run: RunRef): Promise<Begun> {
    if ((await admissions.confirm(run, run.deliveryId)) === 'missing') return { status: 'missing' };
    await runs.start(run, activityInfo().workflowExecution?.runId ?? '', randomBytes(16).toString('hex'));
    const { outcome, agentId, revision } = await runs.context(run);
    if (outcome !== 'running') return { status: 'ended' };
    const [{ filter }, { isOffline }] = await Promise.all([
      automations.revision(run.workspaceId, run.automationId, revision),
      models.of(run.workspaceId, agentId),
    ]);
    return { status: 'begun', hasFilter: filter !== null, isOffline };
  }

  async function finishRun(run: RunRef, ending: Ending): Promise<void> {
    const [{ receivedAt }, spent] = await Promise.all([runs.context(run), runs.spent(run)]);
    const cost = costOf(spent, { isBilled: ending.outcome !== 'skipped' });
    await runs.finish(run, monthOf(receivedAt), ending, cost);
  }

  return { beginRun, finishRun };
}
