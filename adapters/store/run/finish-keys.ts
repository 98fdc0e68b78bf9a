import type { Ending, RunRef } from '#contracts/run.ts';
import { monthOf } from '#domain/month.ts';
import { runIdOf, runOwnerOf } from '#domain/run-ref.ts';
import { countKeys } from '../counts/count-keys.ts';
import { keys } from '../records/index.ts';
import { runKeys } from './run-keys.ts';

/** The keys of the script that ends a run, in its order. */
export function finishKeys(run: RunRef, outcome: Ending['outcome'], receivedAt: number): string[] {
  const { workspaceId, kind } = run;
  const { turns, steps, shapes } = runKeys(run);
  const [runId, ownerId, month] = [runIdOf(run), runOwnerOf(run), monthOf(new Date(receivedAt))];
  return [
    keys.run(workspaceId, runId),
    kind === 'message' ? keys.openMessages(workspaceId) : keys.slots(workspaceId),
    keys.activityWith(workspaceId, ownerId, 'running'),
    keys.activityWith(workspaceId, ownerId, outcome),
    keys.usage(workspaceId, month),
    keys.calls(workspaceId, runId),
    keys.usageByAutomation(workspaceId, month),
    keys.usageByModel(workspaceId, month),
    keys.alertRules(workspaceId),
    keys.alertCauses(workspaceId),
    turns,
    steps,
    shapes,
    ...(run.kind === 'delivery' ? countKeys(run, receivedAt) : []),
  ];
}
