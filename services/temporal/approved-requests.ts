import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import type { ApprovalRef } from '#contracts/approval.ts';
import { approvalDecidedSignal, approvedWorkflowId } from '#domain/approved-workflow.ts';
import type { approvedRequest } from '#workflows/approved-request.ts';
import { searchAttributes } from './search-attributes.ts';

const timeoutMs = 2_500;

/** The workflows that wait for approvals: those of requests outside of runs are started here. */
export function createApprovedRequests({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Lets a request that no run waits for wait for its approval. Does nothing where it was started before. */
  async function start(ref: ApprovalRef): Promise<void> {
    const { workspaceId, approvalId } = ref;
    try {
      await client.withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.start<typeof approvedRequest>('approvedRequest', {
          workflowId: approvedWorkflowId(approvalId),
          taskQueue,
          args: [ref],
          workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
          workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
          priority: { fairnessKey: workspaceId },
          staticSummary: 'A request that waits for an approval',
          typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
        }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Tells a workflow that an approval was decided. A failure is not told: the workflow looks by itself, if later. */
  async function wake(workflowId: string): Promise<void> {
    await client
      .withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.getHandle(workflowId).signal(approvalDecidedSignal),
      )
      .catch(() => undefined);
  }

  return { start, wake };
}

export type ApprovedRequests = ReturnType<typeof createApprovedRequests>;
