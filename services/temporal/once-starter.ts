import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import type * as workflows from '#workflows/index.ts';
import { isAway } from './is-away.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

interface Ref {
  readonly workspaceId: string;
  readonly automationId?: string;
}

interface Once<Given> {
  readonly workflow: keyof typeof workflows;
  readonly idOf: (given: Given) => string;
  readonly summary: string;
}

/** Starts workflows of one type, each of which runs once, ever. */
export function createOnceStarter<Given extends Ref>(
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
  { workflow, idOf, summary }: Once<Given>,
) {
  /** Does nothing where it was started before. */
  async function start(given: Given): Promise<void> {
    const { workspaceId, automationId } = given;
    const options = {
      workflowId: idOf(given),
      taskQueue,
      args: [given],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      priority: { fairnessKey: workspaceId },
      staticSummary: summary,
      typedSearchAttributes: [
        { key: searchAttributes.workspaceId, value: workspaceId },
        ...(automationId === undefined ? [] : [{ key: searchAttributes.automationId, value: automationId }]),
      ],
    };
    try {
      await client.withDeadline(Date.now() + startTimeoutMs, () => client.workflow.start(workflow, options));
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts it and waits until it is over, at most `waitMs`: after that it goes on. False where Temporal was away. */
  async function run(given: Given, waitMs: number): Promise<boolean> {
    const deadline = Date.now() + waitMs;
    try {
      await start(given);
    } catch (error) {
      if (isAway(error)) return false;
      throw error;
    }
    try {
      await client.withDeadline(deadline, () => client.workflow.getHandle(idOf(given)).result());
    } catch (error) {
      if (!isAway(error) && !(error instanceof WorkflowFailedError)) throw error;
    }
    return true;
  }

  return { start, run };
}
