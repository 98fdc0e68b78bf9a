import { activityInfo, type ApplicationFailure } from '@temporalio/activity';

import type { Revision } from '#contracts/automation.ts';
import type { FilterRecord } from '#contracts/delivery.ts';
import type { DeliveryRun, Ending } from '#contracts/run.ts';
import type { CompiledFilter } from '#contracts/compiled-filter.ts';
import type { FilterVerdict, SpentOnCall, TurnDelivery } from '#contracts/turn.ts';
import { filterInput, hasNoFilter } from '#domain/filter-input.ts';
import { noUsage } from '#domain/no-usage.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import { matchedByVerdict } from '#rules/filter.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { DeliveryContext } from '#store/run/context.ts';
import type { Runs } from '#store/run/runs.ts';
import type { AgentModels } from './agent-models.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { endRun } from './end-run.ts';
import { nextTryAt } from './failed-turn.ts';
import { isModelFailure } from './public-failure.ts';
import { inSlot } from './in-slot.ts';
import { withHeartbeat } from './with-heartbeat.ts';
import { inOrder, withFallback } from './with-fallback.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { persistPaid, trackBillableAttempt } from './track-billable-attempt.ts';

export interface FilterDeps {
  readonly automations: Automations;
  readonly deliveries: Pick<Deliveries, 'newest'>;
  readonly models: AgentModels;
  readonly runs: Runs;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

/** Deliveries that a model is told the fields of when it compiles a filter. */
const sampled = { limit: 20, bytesMax: 2_000_000 };

const outcomes = { skip: 'skipped', needs_model: 'needs_model' } as const;

/** Applies the filter to the delivery; `certain` is the verdict of its condition alone, if that decides. The ending of the run if it does not match, else null. */
export function createFilterEvaluator({ automations, deliveries, models, runs, workspaces }: FilterDeps) {
  return async function evaluateFilter(
    run: DeliveryRun,
    context: DeliveryContext,
    revision: Pick<Revision, 'filter' | 'condition'>,
    certain: CertainVerdict | null,
  ): Promise<Ending | null> {
    const { filter, condition } = filterInput(revision);
    const { workspaceId, automationId } = run;
    const { revision: number, delivery, nonce } = context;
    if (certain !== null) return await record(runs, run, { filter, judge: '', evaluated: certain });
    const { filter: main, fallback } = await models.of(workspaceId, context);
    const [compiled, timeZone] = await Promise.all([
      main.isOffline || condition !== null
        ? null
        : automations.compiledFilter(workspaceId, automationId, number),
      workspaces.timeZoneOf(workspaceId),
    ]);
    const clock = { now: context.startedAt ?? context.receivedAt, timeZone };
    const samples = () => samplesFor(deliveries, run);
    const input = { filter, condition, clock, delivery, nonce, compiled, samples };
    const keeper = (place: string, model: string) => async (made: CompiledFilter, spent: SpentOnCall) => {
      const name = `compile-${place}:${activityInfo().attempt}`;
      await retryUntilPersisted(() => runs.saveSpent(run, name, { ...spent, model }));
      await automations.saveCompiledFilter(workspaceId, automationId, number, made);
    };
    const askAll = (signal: AbortSignal, queuedMs: number) =>
      withFallback({ ...inOrder({ main, fallback }), queuedMs }, async ({ model, why, isSecond }) => {
        const place = isSecond ? 'filter-fallback' : 'filter';
        const keepCompiled = keeper(place, model.id);
        const asked = await trackBillableAttempt(runs, { run, model, place }, () =>
          model.evaluateFilter({ ...input, keepCompiled, signal }),
        );
        const judge = why === null ? '' : `Judged by ${model.id}, the fallback, because ${why}: `;
        return { ...asked, judge };
      });
    const asked = await inSlot(runs, { run, context, model: main }, (queuedMs) =>
      withHeartbeat((signal) => askAll(signal, queuedMs)),
    ).catch(async (failure: unknown) => {
      if (isModelFailure(failure)) await runs.saveOpenFilter(run, undecided(filter, failure));
      throw failure;
    });
    const { output: evaluated, ...paid } = asked;
    return await record(runs, run, { filter, evaluated, ...paid });
  };
}

interface Judged {
  readonly filter: string;
  readonly evaluated: Pick<FilterVerdict, 'verdict' | 'reason' | 'evidence' | 'usage' | 'cost' | 'model'>;
  /** The model that judged, if it was not the main one. */
  readonly judge: string;
  readonly attempt?: string;
}

type CertainVerdict = Judged['evaluated'];

/** Keeps the verdict; the ending of a run that it ends. */
async function record(
  runs: Runs,
  run: DeliveryRun,
  { filter, evaluated, judge, ...paid }: Judged,
): Promise<Ending | null> {
  const { verdict, reason, evidence, usage, cost, model } = evaluated;
  const filterRecord = { text: filter, matched: matchedByVerdict[verdict], evidence: `${judge}${evidence}` };
  await persistPaid(paid, () => runs.saveFilter(run, filterRecord, { usage, cost, model, ...paid }));
  if (verdict === 'run') return null;
  const ending = { outcome: outcomes[verdict], reason };
  return await persistPaid(paid, () => endRun(runs, run, ending));
}

/** The verdict of the condition, without a model; null if that is open. */
export function certainVerdict(
  { condition }: Pick<Revision, 'condition'>,
  delivery: TurnDelivery,
): CertainVerdict | null {
  const judged = condition === null ? null : judgeCondition(condition, delivery);
  if (judged === null || judged.verdict === 'needs_model') return null;
  return { ...judged, usage: noUsage, cost: noTurnCost, model: offlineModelId };
}

/** Shows the owner why the filter is not decided so far. */
function undecided(text: string, failure: ApplicationFailure): FilterRecord {
  const next = nextTryAt(failure);
  const again = next === null ? '' : ` The model is asked again at ${next}.`;
  return { text, matched: null, evidence: `not judged: ${failure.message}${again}` };
}

/** Other deliveries of the automation, newest first. */
async function samplesFor(
  deliveries: FilterDeps['deliveries'],
  { workspaceId, automationId, deliveryId }: DeliveryRun,
): Promise<readonly TurnDelivery[]> {
  const newest = await Array.fromAsync(deliveries.newest(workspaceId, automationId, sampled));
  return newest.flatMap((other) => (other.deliveryId === deliveryId ? [] : [other.delivery]));
}

/** The filter as a separate step, for filters that may need a model. */
export function filterActivities(deps: FilterDeps) {
  const evaluateFilter = createFilterEvaluator(deps);

  async function judgeFilter(run: DeliveryRun): Promise<Ending | null> {
    const context = await deps.runs.context(run);
    const revision = await deps.automations.revision(run.workspaceId, run.automationId, context.revision);
    if (hasNoFilter(revision)) return null;
    // If the model call fails, the record still shows the filter.
    await deps.runs.saveOpenFilter(run, {
      text: filterInput(revision).filter,
      matched: null,
      evidence: 'not judged',
    });
    return await evaluateFilter(run, context, revision, certainVerdict(revision, context.delivery));
  }

  return { judgeFilter };
}
