import { limits } from '../../domain/limits.ts';
import type { Redis } from '../connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import type { Hook } from '../hooks.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { script } from '../script.ts';
import type { Admission } from './admit.ts';
import { type Arrival, arrivalFields } from './arrival.ts';

const skipScript = script('skip', ['publish-change', 'index-delivery', 'count', 'storage']);

export function createSkipPaused({ redis }: { redis: Redis }) {
  /** Records a delivery that a paused automation skipped: what it was, but not its body. */
  return async function skipPaused(
    hook: Hook,
    arrival: Arrival,
    { automationName, revision, agentId }: Extract<Admission, { status: 'paused' }>,
  ): Promise<void> {
    const { workspaceId, automationId } = hook;
    const finishedAt = arrival.receivedAt.getTime();
    await skipScript(
      redis,
      [
        keys.automation(workspaceId, automationId),
        keys.run(workspaceId, arrival.deliveryId),
        keys.activity(workspaceId, automationId),
        keys.activityWith(workspaceId, automationId, 'skipped'),
        keys.deliveryIndex(workspaceId),
        keys.pausedRows(workspaceId, automationId),
        ...countKeys(hook, finishedAt),
      ],
      [
        arrival.deliveryId,
        String(finishedAt),
        countMoment(finishedAt),
        String(limits.pausedRowsMax),
        ...fieldsOf(runRecords.run.fields, { automationName, revision, agentId, finishedAt }),
        ...arrivalFields(hook, arrival),
      ],
    );
  };
}
