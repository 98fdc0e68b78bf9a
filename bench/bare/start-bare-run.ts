import { randomUUID } from 'node:crypto';
import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { taskQueues } from '#domain/task-queues.ts';
import { createRunStarter } from '#temporal/start-run.ts';

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
export function createShownRunStart(
  client: Client,
  queue = taskQueue,
): (id: string, deliveryId?: string) => Promise<string> {
  const { start } = createRunStarter({ client, taskQueue: queue, publicUrl: 'http://localhost' });
  return async (id, deliveryId = `dlv_${randomUUID()}`) => {
    const workflowId = `run/aut_bench/id/${id}`;
    const ids = { workflowId, workspaceId: `ws_${id}`, eventId: `evt-${id}` };
    await start({ ...run, ...ids, automationName: 'Bench', reference: null, deliveryId });
    return workflowId;
  };
}
