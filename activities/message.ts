import { activityInfo } from '@temporalio/activity';

import type { MessageRun } from '#contracts/run.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import type { Messages } from '#store/message/messages.ts';
import type { Runs } from '#store/run/runs.ts';
import type { AgentModels } from './agent-models.ts';
import type { Begun } from './record.ts';

interface MessageDeps {
  readonly budget: BudgetLimits;
  readonly messages: Pick<Messages, 'begin'>;
  readonly models: AgentModels;
  readonly runs: Runs;
}

/** The first step of answering a chat message. */
export function messageActivities({ budget, messages, models, runs }: MessageDeps) {
  async function beginMessage(run: MessageRun): Promise<Begun> {
    if (!(await messages.begin(run, activityInfo().workflowExecution?.runId ?? '')))
      return { status: 'missing' };
    const context = await runs.context(run);
    const { outcome } = context;
    if (outcome !== 'running' && outcome !== 'waiting')
      return { status: 'ended', ending: { outcome, reason: null } };
    const { main } = await models.of(run.workspaceId, context);
    return { status: 'begun', isOffline: main.isOffline, isFilterOpen: false, budget };
  }

  return { beginMessage };
}
