import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import type { AlertRef } from '#contracts/alert.ts';
import { alertWorkflowId } from '#domain/alerts/alert-id.ts';
import type { alert } from '#workflows/alert.ts';
import { isAway } from './is-away.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

/** Starts the sending of alerts; each is sent by one workflow, ever. */
export function createAlertStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Does nothing where it was started before. */
  async function start({ workspaceId, alertId }: AlertRef): Promise<void> {
    const options = {
      workflowId: alertWorkflowId(alertId),
      taskQueue,
      args: [{ workspaceId, alertId }] as [AlertRef],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      priority: { fairnessKey: workspaceId },
      staticSummary: 'Send an alert',
      typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
    };
    try {
      await client.withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.start<typeof alert>('alert', options),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts it and waits until it is over, at most `waitMs`: after that it goes on, or the sweep starts it. */
  async function run(ref: AlertRef, waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    try {
      await start(ref);
      const handle = client.workflow.getHandle<typeof alert>(alertWorkflowId(ref.alertId));
      await client.withDeadline(deadline, () => handle.result());
    } catch (error) {
      if (!isAway(error) && !(error instanceof WorkflowFailedError)) throw error;
    }
  }

  return { start, run };
}

export type AlertStarter = ReturnType<typeof createAlertStarter>;
