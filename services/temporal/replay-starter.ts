import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';

import type { ReplayOrder } from '#contracts/replay.ts';
import { shortDigest } from '#domain/digest.ts';
import type { replayRest } from '#workflows/replay-rest.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

export function createReplayStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** A later call for the same, up to its own moment, takes the place of the earlier one: a delivery is replayed once. */
  async function start(order: ReplayOrder): Promise<void> {
    const { workspaceId, automationId, outcomes, fromMs, deliveryIds } = order.selection;
    const named = deliveryIds === undefined ? [] : [deliveryIds.toSorted()];
    const sameCall = JSON.stringify([outcomes.toSorted(), fromMs, order.withReplays, ...named]);
    await client.withDeadline(Date.now() + startTimeoutMs, () =>
      client.workflow.start<typeof replayRest>('replayRest', {
        workflowId: `replay/${automationId}/${shortDigest(sameCall)}`,
        taskQueue,
        args: [order],
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        workflowExecutionTimeout: '7 days',
        priority: { fairnessKey: workspaceId },
        staticSummary: 'Replay what is left',
        typedSearchAttributes: [
          { key: searchAttributes.workspaceId, value: workspaceId },
          { key: searchAttributes.automationId, value: automationId },
        ],
      }),
    );
  }

  return { start };
}

export type ReplayStarter = ReturnType<typeof createReplayStarter>;
