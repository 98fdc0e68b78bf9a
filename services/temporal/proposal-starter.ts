import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import type { ProposalRef } from '#contracts/proposal-ref.ts';
import type { propose } from '#workflows/propose.ts';
import { isAway } from './is-away.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

const workflowIdOf = ({ automationId, revision }: ProposalRef): string =>
  `propose:${automationId}:${revision}`;

/** Has a model read the English of a revision, once. */
export function createProposalStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Does nothing where it was started before. */
  async function start(ref: ProposalRef): Promise<void> {
    const { workspaceId, automationId } = ref;
    const options = {
      workflowId: workflowIdOf(ref),
      taskQueue,
      args: [ref] as [ProposalRef],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      priority: { fairnessKey: workspaceId },
      staticSummary: 'Read a filter and instructions',
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        { key: searchAttributes.automationId, value: automationId },
      ],
    };
    try {
      await client.withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.start<typeof propose>('propose', options),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts it and waits until it is over, at most `waitMs`: after that it goes on. Nothing is read while Temporal is away. */
  async function run(ref: ProposalRef, waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    try {
      await start(ref);
      const handle = client.workflow.getHandle<typeof propose>(workflowIdOf(ref));
      await client.withDeadline(deadline, () => handle.result());
    } catch (error) {
      if (!isAway(error) && !(error instanceof WorkflowFailedError)) throw error;
    }
  }

  return { start, run };
}

export type ProposalStarter = ReturnType<typeof createProposalStarter>;
