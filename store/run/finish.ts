import { Cost, type Ending, type RunRef } from '../../contracts/run.ts';
import { costOf, knownPartOf, moneyOf } from '../../domain/cost.ts';
import { monthOf } from '../../domain/month.ts';
import { runIdOf, runOwnerOf } from '../../domain/run-ref.ts';
import type { Redis } from '../connect.ts';
import { epochMs, fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import type { Spent } from '../run-records.ts';
import { script } from '../script.ts';

const finishScript = script('finish');

export function createFinish({
  redis,
  now,
  spent,
}: {
  redis: Redis;
  now: () => number;
  spent: (run: RunRef) => Promise<readonly Spent[]>;
}) {
  /**
   * Ends the run, counts what it cost and gives its slot back, whatever the record holds. False when it had ended before,
   * or its record is gone.
   * A message of a chat costs what its model calls cost; it is no automation run.
   */
  return async function finish(run: RunRef, { outcome, reason }: Ending): Promise<boolean> {
    const { workspaceId, kind } = run;
    const [runId, ownerId] = [runIdOf(run), runOwnerOf(run)];
    const record = keys.run(workspaceId, runId);
    const [arrived, calls] = await Promise.all([redis.hGet(record, 'receivedAt'), spent(run)]);
    if (arrived === null) return false;
    const receivedAt = epochMs.safeDecode(arrived).data ?? now();
    const cost = storableCost(calls, { isBilled: kind === 'delivery' && outcome !== 'skipped' });
    // Another process may have noted the arrival by another clock.
    const finishedAt = Math.max(now(), receivedAt);
    const ended = await finishScript(
      redis,
      [
        record,
        kind === 'message' ? keys.openMessages(workspaceId) : keys.slots(workspaceId),
        keys.activityWith(workspaceId, ownerId, 'running'),
        keys.activityWith(workspaceId, ownerId, outcome),
        keys.usage(workspaceId, monthOf(new Date(receivedAt))),
      ],
      [
        runId,
        ...[cost.automationRuns, cost.inputTokens, cost.outputTokens].map(String),
        cost.money.state,
        String(knownPartOf(cost.money)),
        String(receivedAt),
        ...fieldsOf(runRecords.run.fields, { outcome, reason, cost, finishedAt }),
      ],
    );
    return ended === 1;
  };
}

/** A sum that is too large to be stored is unknown. */
function storableCost(calls: readonly Spent[], options: { readonly isBilled: boolean }): Cost {
  const cost = costOf(calls, options);
  return Cost.safeParse(cost).success
    ? cost
    : { ...cost, inputTokens: 0, outputTokens: 0, money: moneyOf('unknown', 0) };
}
