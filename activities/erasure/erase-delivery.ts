import type { Eraser } from '#store/erasure/eraser.ts';
import type { Runs } from '#store/run/runs.ts';

export interface DeliveryErasureDeps {
  readonly eraser: Eraser;
  readonly runDeletion: { readonly deleteWorkflow: (workflowId: string) => Promise<void> };
  readonly runs: Pick<Runs, 'finish'>;
}

/** Nothing but its event and the outcome is told of it afterwards. */
const ended = { outcome: 'failed', reason: 'It was erased while it was being processed.' } as const;

/**
 * Erases a delivery everywhere but for its stub in the store, which comes last: an erasure that is cut off finds the
 * delivery again. One that is being processed is ended first, and sends nothing more. False where there is none.
 */
export async function eraseDelivery(
  { eraser, runDeletion, runs }: DeliveryErasureDeps,
  delivery: { readonly workspaceId: string; readonly deliveryId: string },
): Promise<boolean> {
  const { workspaceId, deliveryId } = delivery;
  for (;;) {
    const found = await eraser.find(workspaceId, deliveryId);
    if (found === null) return false;
    const { automationId, workflowId } = found;
    if (found.isRunning)
      await runs.finish({ kind: 'delivery', workspaceId, automationId, deliveryId }, ended);
    await runDeletion.deleteWorkflow(workflowId);
    await eraser.removeDecisions(delivery, found);
    const stripped = await eraser.strip(delivery);
    if (stripped === 'running') continue;
    // A request that was under way may have been logged in between; from now on nothing is.
    await eraser.removeDecisions(delivery, found);
    return stripped === 'stripped';
  }
}
