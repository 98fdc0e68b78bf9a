import { Outcome } from '#contracts/run.ts';
import type { Redis } from '../connection/connect.ts';
import { forgetCase } from '../case/cases.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const removeRunScript = script('remove-run', [
  'fields-of',
  'kept',
  'index-delivery',
  'storage',
  'drop-archive',
  'approvals',
]);

/** Removes a run from the store and from every list of its automation or conversation; false while it is not over. */
export async function removeRun(
  redis: Redis,
  { workspaceId, ownerId, runId }: { workspaceId: string; ownerId: string; runId: string },
): Promise<boolean> {
  const removed = await removeRunScript(
    redis,
    [
      keys.run(workspaceId, runId),
      keys.deliveryIndex(workspaceId),
      keys.body(workspaceId, runId),
      keys.steps(workspaceId, runId),
      keys.turns(workspaceId, runId),
      keys.calls(workspaceId, runId),
      keys.repeats(workspaceId, runId),
      keys.keptRepeat(workspaceId, runId),
      keys.keptDeliveries(workspaceId, ownerId),
      keys.activity(workspaceId, ownerId),
      keys.begunMessages(workspaceId, ownerId),
      keys.pausedRows(workspaceId, ownerId),
      ...Outcome.options.map((outcome) => keys.activityWith(workspaceId, ownerId, outcome)),
    ],
    [runId],
  );
  if (removed !== 1) return false;
  await forgetCase(redis, { workspaceId, automationId: ownerId, deliveryId: runId });
  return true;
}
