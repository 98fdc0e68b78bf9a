import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

import type { DeliveryRun } from '#contracts/run.ts';
import { cutToBytes } from '#domain/cut-text.ts';
import { neverStored, recordStoredSignal } from '#domain/never-stored.ts';
import type { automationRun } from '#workflows/automation-run.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { searchAttributes } from './search-attributes.ts';

export interface NewRun {
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly automationName: string;
  readonly reference: string | null;
}

/** Limit on the wait for Temporal before a hook answers. */
const startTimeoutMs = 2_500;

/** Starts runs. `publicUrl`: where the console shows the record of a delivery. */
export function createRunStarter({
  client,
  taskQueue,
  publicUrl,
}: {
  client: Client;
  taskQueue: string;
  publicUrl: string;
}) {
  /**
   * Starts a run, or learns that its workflow id was used before: then it is started again only where that workflow
   * failed because its delivery was never stored. Rejects when Temporal does not answer in time: then the run may or may
   * not have started, and the next try of the same event finds out.
   */
  async function start(run: NewRun): Promise<'started' | 'already-started'> {
    return await client.withDeadline(Date.now() + startTimeoutMs, async () => {
      if (await isNewlyStarted(run, WorkflowIdReusePolicy.REJECT_DUPLICATE)) return 'started';
      if (!(await wasNeverStored(client, run.workflowId))) return 'already-started';
      const isStarted = await isNewlyStarted(run, WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY);
      return isStarted ? 'started' : 'already-started';
    });
  }

  async function isNewlyStarted(run: NewRun, workflowIdReusePolicy: WorkflowIdReusePolicy): Promise<boolean> {
    try {
      const options = { ...optionsOf(run, publicUrl), taskQueue, workflowIdReusePolicy };
      await client.workflow.start<typeof automationRun>('automationRun', options);
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  /**
   * Wakes a run that was started before its record was stored. A failure is not told: the run looks by itself, if later,
   * and one that does not wait needs no waking.
   */
  async function recordStored(workflowId: string): Promise<void> {
    await client
      .withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.getHandle(workflowId).signal(recordStoredSignal),
      )
      .catch(() => undefined);
  }

  return { start, recordStored };
}

/** Whether a run waited for its record in vain, and so did nothing. */
async function wasNeverStored(client: Client, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  const { status } = await handle.describe();
  if (status.name !== 'FAILED') return false;
  const failure = await handle.result().catch((error: unknown) => error);
  return (
    failure instanceof WorkflowFailedError &&
    failure.cause instanceof ApplicationFailure &&
    failure.cause.type === neverStored
  );
}

function optionsOf(run: NewRun, publicUrl: string) {
  const { workflowId, workspaceId, automationId, deliveryId, eventId, automationName, reference } = run;
  return {
    workflowId,
    args: [{ kind: 'delivery', workspaceId, automationId, deliveryId }] as [DeliveryRun],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    priority: { fairnessKey: workspaceId },
    staticSummary: summaryOf(automationName, reference),
    staticDetails: `[What arrived, what was done, what it cost](${publicUrl}/console/deliveries/${deliveryId})`,
    typedSearchAttributes: [
      { key: searchAttributes.workspaceId, value: workspaceId },
      { key: searchAttributes.automationId, value: automationId },
      { key: searchAttributes.deliveryId, value: deliveryId },
      { key: searchAttributes.eventId, value: keywordOf(eventId) },
      { key: searchAttributes.outcome, value: 'running' },
      ...(reference === null ? [] : [{ key: searchAttributes.reference, value: keywordOf(reference) }]),
    ],
  };
}

/** A column of Temporal's database takes 255 bytes. */
const keywordOf = (text: string): string => cutToBytes(text, 255).text;

export type RunStarter = ReturnType<typeof createRunStarter>;

/** Temporal takes 400 bytes, which escaping may need; its user interface shows one line. */
const summaryOf = (automationName: string, reference: string | null) =>
  escapeMarkdown(
    cutToBytes(reference === null ? automationName : `${automationName}: ${reference}`, 200).text,
  );
