import type { ApplicationFailure } from '@temporalio/activity';

import type { Revision } from '#contracts/automation.ts';
import type { FilterRecord } from '#contracts/delivery.ts';
import type { ProposalRef } from '#contracts/proposal-ref.ts';
import type { DeliveryRun, Ending } from '#contracts/run.ts';
import type { FilterVerdict, TurnDelivery } from '#contracts/turn.ts';
import { filterInput, hasNoFilter } from '#domain/filter-input.ts';
import { noUsage } from '#domain/no-usage.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import { judgeCondition, matchedByVerdict } from '#rules/judge-condition.ts';
import type { Automations } from '#store/automation/automations.ts';
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
import { persistPaid, trackBillableAttempt } from './track-billable-attempt.ts';

export interface FilterDeps {
  readonly automations: Automations;
  readonly models: AgentModels;
  readonly runs: Runs;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
}

const outcomes = { skip: 'skipped', needs_model: 'needs_model' } as const;

/** Applies the filter to the delivery; `certain` is the verdict of its condition alone, if that decides. The ending of the run if it does not match, else null. */
export function createFilterEvaluator({ models, runs, workspaces }: Omit<FilterDeps, 'automations'>) {
  return async function evaluateFilter(
    run: DeliveryRun,
    context: DeliveryContext,
    revision: Pick<Revision, 'filter' | 'condition'>,
    certain: CertainVerdict | null,
  ): Promise<Ending | null> {
    const { filter, condition } = filterInput(revision);
    const { delivery, isBudgeted, nonce } = context;
    if (certain !== null) return await record(runs, run, { filter, judge: '', evaluated: certain });
    const { filter: main, fallback } = await models.of(run.workspaceId, context);
    const timeZone = await workspaces.timeZoneOf(run.workspaceId);
    const clock = { now: context.startedAt ?? context.receivedAt, timeZone };
    const input = { filter, condition, clock, delivery, nonce };
    const askAll = (signal: AbortSignal, queuedMs: number) =>
      withFallback({ ...inOrder({ main, fallback }), queuedMs }, async ({ model, why, isSecond }) => {
        const place = isSecond ? 'filter-fallback' : 'filter';
        const asked = await trackBillableAttempt(runs, { run, model, place, isBudgeted }, (paid) =>
          model.evaluateFilter({ ...input, ...paid, signal }),
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

export interface FilterStepDeps extends FilterDeps {
  /** Has a model read a filter once, so that it need not judge each delivery. */
  readonly proposalStarter: { readonly start: (ref: ProposalRef) => Promise<void> };
}

/** The filter as a separate step, for filters that may need a model. */
export function filterActivities(deps: FilterStepDeps) {
  const { automations, proposalStarter } = deps;
  const evaluateFilter = createFilterEvaluator(deps);

  async function judgeFilter(run: DeliveryRun): Promise<Ending | null> {
    const context = await deps.runs.context(run);
    const revision = await automations.revision(run.workspaceId, run.automationId, context.revision);
    if (hasNoFilter(revision)) return null;
    // If the model call fails, the record still shows the filter.
    await deps.runs.saveOpenFilter(run, {
      text: filterInput(revision).filter,
      matched: null,
      evidence: 'not judged',
    });
    const ending = await evaluateFilter(run, context, revision, certainVerdict(revision, context.delivery));
    // Without a proposal each delivery is judged: that loses nothing.
    if (revision.condition === null) await proposeOnce(run).catch(() => undefined);
    return ending;
  }

  /** The first delivery that a model judged is what a proposal is compared with. */
  async function proposeOnce({ workspaceId, automationId }: DeliveryRun): Promise<void> {
    const automation = await automations.find(workspaceId, automationId);
    if (automation === null || automation.condition !== null) return;
    const { filter, proposal, revision } = automation;
    if (filter !== null && (proposal?.filter !== filter || proposal.bySamples))
      await proposalStarter.start({ workspaceId, automationId, revision });
  }

  return { judgeFilter };
}
