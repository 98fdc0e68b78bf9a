import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { createRunStarter } from '#temporal/start-run.ts';

export const bareQueue = 'bare';
const run = { workspaceId: 'ws_bench', automationId: 'aut_bench', deliveryId: 'dlv_bench' };

/** Nothing but StartWorkflow, as a delivery needs it, on a queue of its own. */
export async function startBareRun(client: Client, id: string): Promise<void> {
  await client.workflow.start('automationRun', {
    workflowId: `run/aut_bench/id/${id}`,
    taskQueue: bareQueue,
    args: [{ kind: 'delivery', ...run }],
    workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
  });
}

/** The same with all that an operator finds it by and sees of it: search attributes, summary, details and fairness key. */
export function createShownRunStart(client: Client): (id: string) => Promise<string> {
  const { start } = createRunStarter({ client, taskQueue: bareQueue, publicUrl: 'http://localhost' });
  return async (id) => {
    const workflowId = `run/aut_bench/id/${id}`;
    const ids = { workflowId, workspaceId: `ws_${id}`, deliveryId: id, eventId: `evt-${id}` };
    await start({ ...run, ...ids, automationName: 'Bench', reference: null });
    return workflowId;
  };
}
