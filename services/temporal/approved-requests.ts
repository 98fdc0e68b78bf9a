import type { Client } from '@temporalio/client';

import type { ApprovalRef } from '#contracts/approval.ts';
import { approvalDecidedSignal, approvedWorkflowId } from '#domain/approved-workflow.ts';
import { createOnceStarter } from './once-starter.ts';

const wakeTimeoutMs = 2_500;

/** The workflows that wait for approvals: those of requests outside of runs are started here. */
export function createApprovedRequests(started: { readonly client: Client; readonly taskQueue: string }) {
  const { client } = started;
  const { start } = createOnceStarter<ApprovalRef>(started, {
    workflow: 'approvedRequest',
    idOf: ({ approvalId }) => approvedWorkflowId(approvalId),
    summary: 'A request that waits for an approval',
  });

  /** Tells a workflow that an approval was decided. A failure is not told: the workflow looks by itself, if later. */
  async function wake(workflowId: string): Promise<void> {
    await client
      .withDeadline(Date.now() + wakeTimeoutMs, () =>
        client.workflow.getHandle(workflowId).signal(approvalDecidedSignal),
      )
      .catch(() => undefined);
  }

  return { start, wake };
}

export type ApprovedRequests = ReturnType<typeof createApprovedRequests>;
