import { FilterRecord } from '../../contracts/delivery.ts';
import type { Ending, RunRef } from '../../contracts/run.ts';
import { knownPartOf } from '../../domain/cost.ts';
import { monthOf } from '../../domain/month.ts';
import { runIdOf, runOwnerOf } from '../../domain/run-ref.ts';
import type { Redis } from '../connect.ts';
import { countKeys, countMoment } from '../counts/count-keys.ts';
import { epochMs, fieldsOf, json } from '../records/fields.ts';
import { budgetPrefixes } from '../records/door.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import type { Spent } from '../run-records.ts';
import { script } from '../script.ts';
import { sharesOf } from '../usage/shares-of-run.ts';
import { storableCost } from '../usage/storable-cost.ts';
import { accountOfRun } from './account.ts';
import { createUnknownEffects } from './unknown-effect.ts';

const finishScript = script('finish', ['publish-change', 'count', 'storage', 'budget']);
const StoredFilter = json(FilterRecord);
const { fields } = runRecords.run;

/** `isFirst`: the run ended now, and not before. The ending is as recorded; the reason of an earlier one is not told. */
export interface Finished {
  readonly isFirst: boolean;
  /** Whether alert rules have to judge it. */
  readonly isWatched: boolean;
  readonly ending: Ending;
}

/** A run that ended now; its time counts from the arrival of what it processed. */
export interface EndedRun {
  readonly kind: RunRef['kind'];
  readonly outcome: Ending['outcome'];
  readonly durationMs: number;
}

export function createFinish({
  redis,
  now,
  spent,
  onEnded,
}: {
  redis: Redis;
  now: () => number;
  spent: (run: RunRef) => Promise<readonly Spent[]>;
  /** Called once for each run, by the process that ends it. */
  onEnded?: ((ended: EndedRun) => void) | undefined;
}) {
  const decideUnknownEffect = createUnknownEffects({ redis });

  /**
   * Ends the run, counts what it cost and gives its slot back, whatever the record holds. One that ends as failed while a
   * request may have arrived has an unknown effect, whoever ends it. A message of a chat costs what its model calls cost;
   * it is no automation run.
   */
  return async function finish(run: RunRef, given: Ending): Promise<Finished> {
    for (;;) {
      const { ending, sendingCount } = await decideUnknownEffect(run, given);
      const answer = await end(run, ending, sendingCount);
      if (answer !== 'changed') return finishedAs(answer, ending);
    }
  };

  async function end(run: RunRef, { outcome, reason }: Ending, sendingCount: number | null) {
    const record = keys.run(run.workspaceId, runIdOf(run));
    const [stored, calls] = await Promise.all([
      redis.hmGet(record, ['receivedAt', 'filter', 'answer', 'agentId', 'automationName']),
      spent(run),
    ]);
    const [arrived = null, filter = null, said, ...named] = stored;
    if (arrived === null) return 'gone';
    const answer = said ? null : await accountOfRun(redis, run);
    const receivedAt = epochMs.safeDecode(arrived).data ?? now();
    const options = { isBilled: isBilled(run.kind, outcome, filter) };
    const cost = storableCost(calls, options);
    const finishedAt = Math.max(now(), receivedAt);
    const answered = (await finishScript(redis, keysOf(run, outcome, receivedAt), [
      runIdOf(run),
      ...[cost.automationRuns, cost.inputTokens, cost.outputTokens].map(String),
      cost.money.state,
      String(knownPartOf(cost.money)),
      String(receivedAt),
      String(sendingCount ?? ''),
      run.kind === 'delivery' ? countMoment(receivedAt) : '',
      JSON.stringify(sharesOf({ owner: usedBy(run, named), cost, calls, options })),
      ...budgetPrefixes(run.workspaceId, runOwnerOf(run)),
      // Another process may have noted the arrival by another clock.
      ...fieldsOf(fields, { answer: answer ?? undefined, outcome, reason, cost, finishedAt }),
    ])) as Answer | 'changed';
    if (answered === 'ended' || answered === 'watched')
      onEnded?.({ kind: run.kind, outcome, durationMs: finishedAt - receivedAt });
    return answered;
  }
}

type Answer = 'ended' | 'watched' | 'gone' | Ending['outcome'];

function finishedAs(answer: Answer, ending: Ending): Finished {
  if (answer === 'ended' || answer === 'watched')
    return { isFirst: true, isWatched: answer === 'watched', ending };
  const recorded = answer === 'gone' ? ending : { outcome: answer, reason: null };
  return { isFirst: false, isWatched: false, ending: recorded };
}

/** Whose usage it is: the automation, or of a message the agent. */
const usedBy = (run: RunRef, [agentId, name]: readonly (string | null)[]) => ({
  id: run.kind === 'delivery' ? run.automationId : (agentId ?? ''),
  name: name ?? '',
});

/** The keys of the script, in its order. */
function keysOf(run: RunRef, outcome: Ending['outcome'], receivedAt: number): string[] {
  const { workspaceId, kind } = run;
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
    ...(run.kind === 'delivery' ? countKeys(run, receivedAt) : []),
  ];
}

/** A delivery that its filter let through to the agent: a filter that could not be decided did not. */
const isBilled = (kind: RunRef['kind'], outcome: Ending['outcome'], filter: string | null): boolean =>
  kind === 'delivery' &&
  outcome !== 'skipped' &&
  (outcome !== 'needs_model' || filter === null || StoredFilter.safeDecode(filter).data?.matched === true);
