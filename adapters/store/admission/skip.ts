import { limits } from '#domain/limits.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { storedBody } from '../delivery/stored-body.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { named, script } from '../script.ts';
import type { Skipping } from './admission.ts';
import type { Limits } from './admit.ts';
import { type Arrival, arrivalFields } from './arrival.ts';

const skipScript = script('skip', [
  'fields-of',
  'kept',
  'publish-change',
  'index-delivery',
  'count',
  'storage',
  'stored-limits',
  'write-body',
]);

const { keptDeliveriesMax, keptBytesMax, pausedRowsMax } = limits;

/** `full`: nothing was written, because there is no room to keep it. */
export type Skipped = 'kept' | 'not-kept' | 'full';

export function createSkip({ redis, storageLimits }: Pick<Limits, 'redis' | 'storageLimits'>) {
  return async function skip(
    hook: Hook,
    arrival: Arrival,
    { status: reason, automationName, revision, agentId }: Skipping,
  ): Promise<Skipped> {
    const { workspaceId, automationId } = hook;
    const { deliveryId, body } = arrival;
    const finishedAt = arrival.receivedAt.getTime();
    const skipped = {
      ...storageLimits,
      keptDeliveriesMax,
      keptBytesMax,
      rowsMax: pausedRowsMax,
      deliveryId,
      reason,
      receivedAt: finishedAt,
      moment: countMoment(finishedAt),
    };
    return (await skipScript(
      redis,
      [
        keys.run(workspaceId, deliveryId),
        keys.activity(workspaceId, automationId),
        keys.activityWith(workspaceId, automationId, 'skipped'),
        keys.deliveryIndex(workspaceId),
        keys.pausedRows(workspaceId, automationId),
        keys.body(workspaceId, deliveryId),
        keys.keptDeliveries(workspaceId, automationId),
        keys.workspace(workspaceId),
        ...countKeys(hook, finishedAt),
      ],
      [
        named(skipped),
        ...storedBody(body),
        ...fieldsOf(runRecords.run.fields, { automationName, revision, agentId, finishedAt }),
        ...arrivalFields(hook, arrival),
      ],
    )) as Skipped;
  };
}
