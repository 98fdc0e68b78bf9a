import type { Redis } from '../connection/connect.ts';
import { forgetCase } from '../case/cases.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { forgetRehearsed } from '../rehearsal/rehearsed.ts';
import { script } from '../script.ts';

const stripScript = script('strip-run', [
  'fields-of',
  'kept',
  'index-delivery',
  'publish-change',
  'storage',
  'drop-archive',
  'approvals',
]);

/** The rest of an erased delivery: its event and how that ended, its times, its cost, and of what automation it was. */
const Stub = runRecords.run.fields.pick({
  kind: true,
  phase: true,
  agentId: true,
  automationId: true,
  automationName: true,
  revision: true,
  workflowId: true,
  runId: true,
  receivedAt: true,
  startedAt: true,
  finishedAt: true,
  outcome: true,
  cost: true,
  sizeBytes: true,
  storedBytes: true,
  hotBytes: true,
  eventId: true,
  eventIdSource: true,
  eventIdFrom: true,
  replayOf: true,
  replayedAs: true,
  duplicates: true,
  lastDuplicateAt: true,
  erasedAt: true,
});
export const stays = Object.keys(Stub.shape);

/** `running`: its run has to be ended first. `missing`: no delivery is safely stored under the id. */
export type Stripped = 'stripped' | 'running' | 'missing';

/** Takes everything from a delivery but what keeps its event from being accepted again. Safe to repeat. */
export async function stripRun(
  { redis, now }: { readonly redis: Redis; readonly now: () => number },
  { workspaceId, deliveryId }: { readonly workspaceId: string; readonly deliveryId: string },
): Promise<Stripped> {
  const automationId = await redis.hGet(keys.run(workspaceId, deliveryId), 'automationId');
  const stripped = (await stripScript(
    redis,
    [
      keys.run(workspaceId, deliveryId),
      keys.deliveryIndex(workspaceId),
      keys.body(workspaceId, deliveryId),
      keys.steps(workspaceId, deliveryId),
      keys.turns(workspaceId, deliveryId),
      keys.calls(workspaceId, deliveryId),
      keys.repeats(workspaceId, deliveryId),
      keys.keptRepeat(workspaceId, deliveryId),
      keys.keptDeliveries(workspaceId, automationId ?? ''),
      keys.shapes(workspaceId, automationId ?? ''),
    ],
    [String(now()), ...stays],
  )) as Stripped;
  if (stripped !== 'stripped') return stripped;
  await redis.del(keys.signedRequest(workspaceId, automationId ?? ''));
  await forgetRehearsed(redis, workspaceId, deliveryId);
  await forgetCase(redis, { workspaceId, automationId: automationId ?? '', deliveryId });
  return stripped;
}
