import { type Client, WorkflowIdReusePolicy } from '@temporalio/client';

import type { HoldingAutomation } from '#contracts/held.ts';
import { heldChangedSignal, heldWorkflowId } from '#domain/held-workflow.ts';
import type { drainHeld } from '#workflows/drain-held.ts';
import { searchAttributes } from './search-attributes.ts';

const startTimeoutMs = 2_500;

/** Starts what runs the deliveries that an automation holds: one workflow for each. */
export function createHeldStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Has it look now, and starts it where it is not under way. Rejects when Temporal does not answer in time. */
  async function wake({ workspaceId, automationId }: HoldingAutomation): Promise<void> {
    await client.withDeadline(Date.now() + startTimeoutMs, () =>
      client.workflow.signalWithStart<typeof drainHeld>('drainHeld', {
        workflowId: heldWorkflowId(automationId),
        taskQueue,
        args: [{ workspaceId, automationId }],
        signal: heldChangedSignal,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        priority: { fairnessKey: workspaceId },
        staticSummary: 'Run what is held',
        typedSearchAttributes: [
          { key: searchAttributes.workspaceId, value: workspaceId },
          { key: searchAttributes.automationId, value: automationId },
        ],
      }),
    );
  }

  return { wake };
}

export type HeldStarter = ReturnType<typeof createHeldStarter>;
