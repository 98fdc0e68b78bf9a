import { randomBytes } from 'node:crypto';

import { activityInfo } from '@temporalio/activity';

import type { DeliveryRun, Ending, RunRef } from '#contracts/run.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import type { Admissions } from '#store/admission/admissions.ts';
import type { DeliveryContext } from '#store/run/context.ts';
import { endRun } from './end-run.ts';
import { hasNoFilter } from '#domain/filter-input.ts';
import { certainVerdict, createFilterEvaluator, type FilterDeps } from './filter.ts';
import type { KnownReport } from './request-report.ts';
import type { ReadAhead } from './step-reads.ts';
import type { TurnReport } from '#contracts/turn-report.ts';

/** `missing`: the record does not exist yet. `ended`: the run had already ended, or the filter ended it. */
export type Begun =
  | { readonly status: 'missing' }
  | {
      readonly status: 'ended';
      readonly ending: Ending;
      /** For operators: what this step did, where it took the run to its end. */
      readonly done?: readonly string[];
    }
  | {
      readonly status: 'begun';
      readonly isOffline: boolean;
      readonly isFilterOpen: boolean;
      /** Applies to the whole run. Absent in histories from before budgets were configurable. */
      readonly budget?: BudgetLimits;
      /** The first turn, where the offline rules have taken it. */
      readonly turn?: TurnReport;
      /** By call: the requests that were carried out with it, where the run goes on. */
      readonly sent?: Readonly<Record<string, KnownReport>>;
    };

interface RecordDeps extends FilterDeps {
  readonly admissions: Admissions;
  readonly budget: BudgetLimits;
  readonly readAhead?: ReadAhead;
}

/** The first step of a run, and the last one when the workflow itself determines the ending. */
export function recordActivities(deps: RecordDeps) {
  const { admissions, automations, budget, models, readAhead, runs } = deps;
  const evaluateFilter = createFilterEvaluator(deps);

  /** The activity: starts the run, then applies its filter. */
  async function beginRun(run: DeliveryRun): Promise<Begun> {
    const context = await startRun(run);
    if (context === null) return { status: 'missing' };
    const { outcome } = context;
    if (outcome !== 'running' && outcome !== 'waiting')
      return { status: 'ended', ending: { outcome, reason: null } };
    readAhead?.(run, context);
    // A report that is not written is no reason to let the delivery wait.
    await runs.noteShape(run, context).catch(() => undefined);
    return await applyFilter(run, context);
  }

  /** Confirms the claim, in case the intake crashed before it did, and records the start; null without a record. */
  async function startRun(run: DeliveryRun): Promise<DeliveryContext | null> {
    const isConfirmed = await runs.isConfirmed(run);
    if (!isConfirmed && (await admissions.confirm(run, run.deliveryId)) === 'missing') return null;
    // Its turn comes later: this run was started by a try of its sender before, which was refused.
    if (await runs.isHeld(run)) return null;
    const nonce = randomBytes(16).toString('hex');
    return await runs.begin(run, activityInfo().workflowExecution?.runId ?? '', nonce);
  }

  /** A certain condition, and a filter that is left to the rules, are decided here; one that may need a model stays open. */
  async function applyFilter(run: DeliveryRun, context: DeliveryContext): Promise<Begun> {
    const [revision, { main, filter: filterModel }] = await Promise.all([
      automations.revision(run.workspaceId, run.automationId, context.revision),
      models.of(run.workspaceId, context),
    ]);
    const { isOffline } = main;
    if (hasNoFilter(revision)) return { status: 'begun', isOffline, isFilterOpen: false, budget };
    const certain = certainVerdict(revision, context.delivery);
    const isFilterOpen = !filterModel.isOffline && certain === null;
    const ending = isFilterOpen ? null : await evaluateFilter(run, context, revision, certain);
    return ending === null
      ? { status: 'begun', isOffline, isFilterOpen, budget }
      : { status: 'ended', ending };
  }

  async function finishRun(run: RunRef, ending: Ending): Promise<Ending> {
    return await endRun(runs, run, ending);
  }

  return { beginRun, finishRun };
}
