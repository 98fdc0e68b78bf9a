import { randomUUID } from 'node:crypto';
import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { taskQueues } from '../../domain/task-queues.ts';
import { createRunStarter } from '../../temporal/start-run.ts';

const taskQueue = `${taskQueues.runs}-bare`;
const run = { workspaceId: 'ws_bench', automationId: 'aut_bench', deliveryId: 'dlv_bench' };

/** Nothing but StartWorkflow, as a delivery needs it, on a queue of its own. */
export async function startBareRun(client: Client, id: string): Promise<void> {
  await client.workflow.start('automationRun', {
    workflowId: `run/aut_bench/id/${id}`,
    taskQueue,
    args: [{ kind: 'delivery', ...run }],
    workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
  });
}

/** The same with all that an operator finds it by and sees of it: search attributes, summary, details and fairness key. */
export function createShownRunStart(client: Client): (id: string) => Promise<void> {
  const { start } = createRunStarter({ client, taskQueue, publicUrl: 'http://localhost' });
  return async (id) => {
    const ids = { workflowId: `run/aut_bench/id/${id}`, workspaceId: `ws_${id}`, eventId: `evt-${id}` };
    const shown = { automationName: 'Bench', reference: null, deliveryId: `dlv_${randomUUID()}` };
    await start({ ...run, ...ids, ...shown });
  };
}
