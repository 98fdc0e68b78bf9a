import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';

import type { ErasureRef } from '#contracts/erasure.ts';
import { erasureWorkflowId } from '#domain/erasure-id.ts';
import type { erase } from '#workflows/erase.ts';
import { isAway } from './is-away.ts';

const startTimeoutMs = 2_500;

/** Starts erasures. Their workflows name ids alone, and no workspace as search attribute: they outlive what they erase. */
export function createErasureStarter({ client, taskQueue }: { client: Client; taskQueue: string }) {
  /** Does nothing where it is under way. */
  async function start({ workspaceId, erasureId }: ErasureRef) {
    return await client.withDeadline(Date.now() + startTimeoutMs, () =>
      client.workflow.start<typeof erase>('erase', {
        workflowId: erasureWorkflowId(erasureId),
        taskQueue,
        args: [{ workspaceId, erasureId }],
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        staticSummary: 'Erase data',
      }),
    );
  }

  /** Waits until all is erased, at most `waitMs`. False: it goes on, or begins once Temporal is available. */
  async function run(ref: ErasureRef, waitMs: number): Promise<boolean> {
    const deadline = Date.now() + waitMs;
    try {
      const handle = await start(ref);
      await client.withDeadline(deadline, () => handle.result());
      return true;
    } catch (error) {
      if (isAway(error)) return false;
      throw error;
    }
  }

  return { start, run };
}

export type ErasureStarter = ReturnType<typeof createErasureStarter>;
