import { setTimeout as pause } from 'node:timers/promises';

import type { RehearsalRef, RehearsedDelivery } from '#contracts/rehearsal.ts';
import { costOf } from '#domain/cost.ts';
import { monthOf } from '#domain/month.ts';
import { compare } from '#rehearsal/compare.ts';
import { judgeCase } from '#rehearsal/judge-case.ts';
import type { Played } from '#rehearsal/played.ts';
import type { Cases } from '#store/case/cases.ts';
import type { RecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import type { RehearsalRecord, Rehearsals } from '#store/rehearsal/rehearsals.ts';
import type { Spent } from '#store/run/run-records.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import { freeOfCost, playDelivery, type PlayDeps } from './rehearsal/play-delivery.ts';
import { withHeartbeat } from './with-heartbeat.ts';

export interface RehearsalDeps extends Omit<PlayDeps, 'rehearsals'> {
  readonly cases: Pick<Cases, 'of'>;
  readonly tellBrokenCase: (broken: BrokenCaseOf) => Promise<void>;
  readonly rehearsals: Rehearsals;
  readonly recordedRuns: RecordedRuns;
  readonly usage: Pick<UsageStore, 'add'>;
}

/** A case that a rehearsal found broken. */
export interface BrokenCaseOf {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
  readonly caseId: string;
  readonly name: string;
  readonly revision: number;
  readonly summary: string;
}

/** One activity plays deliveries for so long, so that live work gets its turn in between. */
const roundMs = 5_000;
/** The pause after a delivery, in times of what it took of this process. */
const pauseShare = 3;

/** Plays the deliveries of a rehearsal, one after the other. Each is kept at once, so that a later attempt goes on there. */
export function rehearsalActivities(deps: RehearsalDeps) {
  const { rehearsals, usage } = deps;
  const play = createPlay(deps);

  /** Plays for some seconds. `isOver`: nothing is left, or it was cancelled. */
  async function rehearse(ref: RehearsalRef): Promise<{ readonly isOver: boolean }> {
    const rehearsal = await rehearsals.find(ref.workspaceId, ref.rehearsalId);
    if (rehearsal?.state !== 'running') return { isOver: true };
    const left = await rehearsals.unplayed(ref, rehearsal.deliveryIds);
    const untilMs = Date.now() + roundMs;
    return await withHeartbeat(async (signal) => {
      for (const deliveryId of left) {
        if (Date.now() >= untilMs) return { isOver: false };
        const startedMs = performance.now();
        const { row, cost, models } = await play(ref, rehearsal, { deliveryId, signal });
        await pay(usage, ref, models);
        if (!(await rehearsals.keep(ref, row, cost))) return { isOver: true };
        await pause((performance.now() - startedMs) * (models.length === 0 ? pauseShare : 0));
        signal.throwIfAborted();
      }
      await rehearsals.end(ref, 'done');
      return { isOver: true };
    });
  }

  /** Ends a rehearsal that cannot go on. */
  async function failRehearsal(ref: RehearsalRef): Promise<void> {
    await rehearsals.end(ref, 'failed', 'A step failed on our side.');
  }

  return { rehearse, failRehearsal };
}

/** Plays one delivery, and judges the case that it is. */
function createPlay(deps: RehearsalDeps) {
  const { cases, recordedRuns, tellBrokenCase } = deps;

  async function play(
    ref: RehearsalRef,
    { draft: revision, reads, by, revision: number }: RehearsalRecord,
    { deliveryId, signal }: { readonly deliveryId: string; readonly signal: AbortSignal },
  ) {
    const recorded = await recordedRuns.read(ref.workspaceId, deliveryId);
    if (recorded === null) return { row: unkept(deliveryId), cost: freeOfCost, models: [] };
    const given = { ref, deliveryId, recorded, revision, reads, signal };
    const { played, ...paid } = await playDelivery(deps, given);
    if (by === null) await judge(ref, { deliveryId, played, revision: number });
    return { row: { deliveryId, ...compare(recorded.original, played) }, ...paid };
  }

  /** A case that broke is told, once for its revision. */
  async function judge(
    { workspaceId, automationId }: RehearsalRef,
    {
      deliveryId,
      played,
      revision,
    }: { readonly deliveryId: string; readonly played: Played; readonly revision: number },
  ): Promise<void> {
    const found = await cases.of(workspaceId, automationId, deliveryId);
    const { holds, summary } =
      found === null ? { holds: null, summary: '' } : judgeCase(found.expected, played);
    if (found === null || holds !== false) return;
    const { id: caseId, name } = found;
    await tellBrokenCase({ workspaceId, automationId, deliveryId, caseId, name, revision, summary });
  }

  return play;
}

async function pay(
  usage: RehearsalDeps['usage'],
  { workspaceId, automationId }: RehearsalRef,
  models: readonly Spent[],
): Promise<void> {
  for (const spent of models) {
    const { model = '' } = spent;
    const cost = costOf([spent], { isBilled: false });
    await usage.add(workspaceId, monthOf(new Date()), cost, { automationId, model });
  }
}

const unkept = (deliveryId: string): RehearsedDelivery => ({
  deliveryId,
  verdict: 'unknown',
  summary: 'what arrived is not kept',
  was: { outcome: 'skipped' },
  now: { outcome: null, reason: null },
  requests: [],
});
