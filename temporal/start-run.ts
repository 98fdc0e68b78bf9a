import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import { cutToBytes } from '../domain/cut-text.ts';
import type { automationRun } from '../workflows/automation-run.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { searchAttributes } from './search-attributes.ts';

export interface NewRun {
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
  readonly automationName: string;
  readonly reference: string | null;
}

/** Limit on the wait for Temporal before a hook answers. */
const startTimeoutMs = 2_500;

/** Starts runs. `recordUrl`: the address of the record of a delivery, for operators. */
export function createRunStarter({
  client,
  taskQueue,
  recordUrl,
}: {
  client: Client;
  taskQueue: string;
  recordUrl: (deliveryId: string) => string;
}) {
  /**
   * Starts a run, unless its workflow id was used before. Rejects when Temporal does not answer in time: the run may
   * have started, which the next attempt for the same event detects.
   */
  async function start(run: NewRun): Promise<'started' | 'already-started'> {
    const { workflowId, workspaceId, automationId, deliveryId, automationName, reference } = run;
    try {
      await client.withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.start<typeof automationRun>('automationRun', {
          workflowId,
          taskQueue,
          args: [{ kind: 'delivery', workspaceId, automationId, deliveryId }],
          workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
          workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
          priority: { fairnessKey: workspaceId },
          staticSummary: summaryOf(automationName, reference),
          staticDetails: `[What arrived, what was done, what it cost](${recordUrl(deliveryId)})`,
          typedSearchAttributes: [
            { key: searchAttributes.workspaceId, value: workspaceId },
            { key: searchAttributes.automationId, value: automationId },
            { key: searchAttributes.outcome, value: 'running' },
            ...(reference === null
              ? []
              : [{ key: searchAttributes.reference, value: cutToBytes(reference, 255).text }]),
          ],
        }),
      );
      return 'started';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already-started';
      throw error;
    }
  }

  return { start };
}

export type RunStarter = ReturnType<typeof createRunStarter>;

/** Temporal takes 400 bytes, which escaping may need; its user interface shows one line. */
const summaryOf = (automationName: string, reference: string | null) =>
  escapeMarkdown(
    cutToBytes(reference === null ? automationName : `${automationName}: ${reference}`, 200).text,
  );
