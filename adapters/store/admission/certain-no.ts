import type { FilterRecord } from '#contracts/delivery.ts';
import { noUsage } from '#domain/no-usage.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import type { Hook } from '../automation/hooks.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { endOf } from '../run/finish.ts';
import type { Arrival } from './arrival.ts';

/** A delivery that certainly does not match: the end that the run of it would have. */
export interface CertainNo {
  /** The condition that says so, as it is stored with its revision. */
  readonly condition: string;
  readonly revision: string;
  readonly automationName: string;
  readonly reason: string;
  readonly filter: FilterRecord;
}

/** The work of the rules, which a worker notes as that of a model. */
const calls = [{ usage: noUsage, cost: noTurnCost, model: offlineModelId }];

/** The end of a run that is over before it begins, as `admit.lua` takes it, with its keys. */
export function endOfCertainNo(
  hook: Hook,
  { deliveryId, receivedAt }: Pick<Arrival, 'deliveryId' | 'receivedAt'>,
  { condition, revision, automationName, reason, filter }: CertainNo,
) {
  const now = Math.max(Date.now(), receivedAt.getTime());
  const { workspaceId, automationId } = hook;
  const { ended, durationMs, ...end } = endOf(
    { kind: 'delivery', ...hook, deliveryId },
    {
      ending: { outcome: 'skipped', reason },
      answer: null,
      sendingCount: null,
      stored: { receivedAt: String(receivedAt.getTime()), automationName },
      calls,
      now,
    },
  );
  const judged = fieldsOf(runRecords.run.fields, { startedAt: now, filter });
  return {
    keys: [...end.keys, keys.revision(workspaceId, automationId, Number(revision))],
    asked: { condition, ended: { ...ended, record: [...ended.record, ...judged] } },
    run: { kind: 'delivery', outcome: 'skipped', durationMs } as const,
  };
}
