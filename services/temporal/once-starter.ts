import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';

import { isAway } from './is-away.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

interface Once<Ref> {
  /** The name of the workflow, whose only argument is the reference. */
  readonly workflow: string;
  readonly workflowIdOf: (ref: Ref) => string;
  readonly summary: string;
}

interface Owned {
  readonly workspaceId: string;
  readonly automationId?: string;
}

/** Starts work that one workflow does, ever. */
export function createOnceStarter<Ref extends Owned>(
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
  { workflow, workflowIdOf, summary }: Once<Ref>,
) {
  /** Does nothing where it was started before. */
  async function start(ref: Ref): Promise<void> {
    const { workspaceId, automationId } = ref;
    const options = {
      workflowId: workflowIdOf(ref),
      taskQueue,
      args: [ref] as [Ref],
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
      await client.withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.start<(given: Ref) => Promise<unknown>>(workflow, options),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts it and waits until it is over, at most `waitMs`: after that, or when Temporal is back, it goes on. */
  async function run(ref: Ref, waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    try {
      await start(ref);
      await client.withDeadline(deadline, () => client.workflow.getHandle(workflowIdOf(ref)).result());
    } catch (error) {
      if (!isAway(error) && !(error instanceof WorkflowFailedError)) throw error;
    }
  }

  return { start, run };
}
