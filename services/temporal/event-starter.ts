import { type Client, WorkflowIdReusePolicy } from '@temporalio/client';

import type { EventTargetRef } from '#contracts/events.ts';
import { eventQueuedSignal, eventWorkflowId } from '#domain/events/event-workflow.ts';
import type { sendEvents } from '#workflows/send-events.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

/** Starts what sends events: one workflow for each target. */
export function createEventStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Has it look now, and starts it where it is not under way. Rejects when Temporal does not answer in time. */
  async function wake({ workspaceId, targetId }: EventTargetRef): Promise<void> {
    await client.withDeadline(Date.now() + startTimeoutMs, () =>
      client.workflow.signalWithStart<typeof sendEvents>('sendEvents', {
        workflowId: eventWorkflowId(targetId),
        taskQueue,
        args: [{ workspaceId, targetId }],
        signal: eventQueuedSignal,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        priority: { fairnessKey: workspaceId },
        staticSummary: 'Send events',
        typedSearchAttributes: [{ key: searchAttributes.workspaceId, value: workspaceId }],
      }),
    );
  }

  return { wake };
}

export type EventStarter = ReturnType<typeof createEventStarter>;
