import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { taskQueues } from '../../domain/task-queues.ts';

/** Nothing but StartWorkflow, as a delivery needs it, on a queue of its own. */
export async function startBareRun(client: Client, id: string): Promise<void> {
  await client.workflow.start('automationRun', {
    workflowId: `run/aut_bench/id/${id}`,
    taskQueue: `${taskQueues.runs}-bare`,
    args: [{ kind: 'delivery', workspaceId: 'ws_bench', automationId: 'aut_bench', deliveryId: 'dlv_bench' }],
    workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
  });
}
