import type { RetryPolicy } from '#contracts/retry.ts';
import type { DeliveryRun, RunRef } from '#contracts/run.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { RunContext } from '#store/run/context.ts';

/** In a chat somebody waits for the answer. */
const chatPolicy: RetryPolicy = { tries: 3, withinMinutes: 1, honorsIdempotencyKey: false };

/** How the requests of a run are tried again: as its automation said when the delivery was accepted. */
export async function retryPolicyOf(
  automations: Pick<Automations, 'revision'>,
  run: RunRef,
  context: RunContext,
): Promise<RetryPolicy> {
  if (context.kind !== 'delivery') return chatPolicy;
  const { workspaceId, automationId } = run as DeliveryRun;
  return (await automations.revision(workspaceId, automationId, context.revision)).retry;
}
