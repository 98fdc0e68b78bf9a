import { activityInfo } from '@temporalio/activity';

import { eachAtOnce } from '#domain/each-at-once.ts';
import { attempt, type Pass } from '#domain/pass.ts';
import { rangeOf, type SweepRange } from '#domain/sweep-range.ts';
import type { SweepReport, SweepTask } from '#domain/sweep-report.ts';
import type { Archiver } from '#store/archive/archiver.ts';
import type { FileRewrites } from '#store/erasure/file-rewrites.ts';
import type { Jobs } from '#store/jobs/jobs.ts';
import type { OlderDeliveries } from '#store/archive/older-deliveries.ts';
import type { Retention } from '#store/sweep/retention.ts';
import type { SecretRotation } from '#store/secret/secret-rotation.ts';
import type { NextWork } from '#store/sweep/next-work.ts';
import type { SweepIndex } from '#store/sweep/sweep-index.ts';
import { createTally, type SweepFailure } from './sweep-tally.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type WorkspaceTask = (workspaceId: string) => Promise<Pass>;
type Tally = ReturnType<typeof createTally>;

/** A workspace in which a task takes long keeps a place of these, not the range. */
const workspacesAtOnce = 4;
/** A range goes on with the archive for so long, and ends before the next sweep. */
const archivesForMs = 4 * 60_000;

export interface SweepDeps {
  readonly alertWatch: { readonly sweep: WorkspaceTask };
  readonly eventWaker: { readonly resume: WorkspaceTask };
  readonly archiver: Archiver;
  readonly heldRecovery: { readonly resume: WorkspaceTask };
  readonly erasureRecovery: { readonly resume: WorkspaceTask };
  readonly fileRewrites: Pick<FileRewrites, 'advance'>;
  readonly jobs: Pick<Jobs, 'sweep'>;
  readonly messageRecovery: { readonly requeue: WorkspaceTask };
  /** Receives each failure with its error, which must stay out of the report: reports enter the workflow history. */
  readonly onSweepFailure: (failure: SweepFailure) => void;
  readonly olderDeliveries: OlderDeliveries;
  readonly retention: Retention;
  readonly secretRotation: SecretRotation;
  readonly slots: { readonly sweep: WorkspaceTask };
  readonly sweepIndex: SweepIndex;
  readonly nextWork: NextWork;
}

/**
 * Scheduled cleanup of the workspaces in which work is due: slots that ended runs did not release, held deliveries, chat
 * messages and erasures that no workflow processes, alerts, expired records, deliveries that are to be archived, deliveries
 * of an earlier release that are not indexed. Also events that are overdue, job files left by a crash, secrets wrapped by an old master key, and
 * files of Redis that hold erased data. A failing workspace or record is reported and does not stop the others.
 */
export function sweepActivities(deps: SweepDeps) {
  const { erasureRecovery, jobs, messageRecovery, olderDeliveries, retention, secretRotation, slots } = deps;
  const { alertWatch, archiver, fileRewrites, sweepIndex, nextWork } = deps;
  const workspaceTasks = {
    slotsReclaimed: slots.sweep,
    heldResumed: deps.heldRecovery.resume,
    messagesRequeued: messageRecovery.requeue,
    erasuresResumed: erasureRecovery.resume,
    alertsResumed: alertWatch.sweep,
    eventsResumed: deps.eventWaker.resume,
    recordsExpired: retention.removeExpired,
    // After it: what has expired is not archived.
    deliveriesArchived: archiver.archiveEnded,
    // After it, because it lists automations that were deleted long ago.
    deliveriesIndexed: olderDeliveries.catchUp,
    secretsRewrapped: secretRotation.rotate,
  };
  const tallyOf = (before?: SweepReport) => createTally(deps.onSweepFailure, before);

  /** Does what belongs to no workspace, and says in which ranges work is due. */
  async function beginSweep(): Promise<{
    readonly ranges: readonly SweepRange[];
    readonly report: SweepReport;
  }> {
    return await withHeartbeat(async () => {
      const tally = tallyOf();
      tally.add('jobFilesRemoved', null, await attempt('job files', () => jobs.sweep()));
      tally.add('filesRewritten', null, await attempt('files of Redis', () => fileRewrites.advance()));
      const ranges = new Set((await sweepIndex.due()).map(rangeOf));
      return { ranges: [...ranges].toSorted(), report: tally.report() };
    });
  }

  async function sweepWorkspaces(range: SweepRange = ''): Promise<SweepReport> {
    const before = progressOf(activityInfo().heartbeatDetails);
    const tally = tallyOf(before?.report);
    const archivesUntilMs = Date.now() + archivesForMs;
    let sweptUpTo = before?.sweptUpTo;
    return await withHeartbeat(
      async (signal) => {
        const ids = following(await sweepIndex.due(range), sweptUpTo);
        const full = new Set<string>();
        const done = new Set<string>();
        let doneCount = 0;
        await eachAtOnce(ids, workspacesAtOnce, async (workspaceId) => {
          if (await lookAt(workspaceId, tally, signal)) full.add(workspaceId);
          done.add(workspaceId);
          while (done.has(ids[doneCount] ?? '')) sweptUpTo = ids[doneCount++];
        });
        while (full.size > 0 && Date.now() < archivesUntilMs)
          await eachAtOnce([...full], workspacesAtOnce, async (workspaceId) => {
            signal.throwIfAborted();
            const pass = await passOf(() => archiver.archiveEnded(workspaceId));
            tally.add('deliveriesArchived', workspaceId, pass);
            if (pass.hasMore !== true) full.delete(workspaceId);
          });
        return tally.report();
      },
      () => ({ sweptUpTo, report: tally.report() }) satisfies SweepProgress,
    );
  }

  /** Says whether more of it is to be archived than one pass does. */
  async function lookAt(workspaceId: string, tally: Tally, signal: AbortSignal): Promise<boolean> {
    const lookedAtMs = sweepIndex.now();
    let [hasFailed, hasMore] = [false, false];
    for (const [task, work] of entriesOf(workspaceTasks)) {
      signal.throwIfAborted();
      const pass = await passOf(() => work(workspaceId));
      hasFailed ||= pass.failures.length > 0;
      hasMore ||= pass.hasMore === true;
      tally.add(task, workspaceId, pass);
    }
    const settled = attempt('the next look', () => settle(workspaceId, lookedAtMs, hasFailed));
    tally.add('workspacesLookedAt', workspaceId, await settled);
    return hasMore;
  }

  async function settle(workspaceId: string, lookedAtMs: number, hasFailed: boolean): Promise<number> {
    // A failed workspace is due at once.
    await sweepIndex.settle(workspaceId, lookedAtMs, hasFailed ? 0 : await nextWork(workspaceId));
    return 1;
  }

  return { beginSweep, sweepWorkspaces };
}

/** The progress in a heartbeat: the attempt after one that was cut off continues behind it. */
interface SweepProgress {
  /** The last workspace that is done like all before it; absent before the first. */
  readonly sweptUpTo: string | undefined;
  readonly report: SweepReport;
}

const progressOf = (details: unknown): SweepProgress | undefined =>
  typeof details === 'object' && details !== null && 'report' in details
    ? (details as SweepProgress)
    : undefined;

/** The ids, which are in their order, behind `last`. */
const following = (ids: readonly string[], last: string | undefined) =>
  last === undefined ? ids : ids.filter((id) => id > last);

const entriesOf = (tasks: Readonly<Partial<Record<SweepTask, WorkspaceTask>>>) =>
  Object.entries(tasks) as [SweepTask, WorkspaceTask][];

/** A task that fails as a whole is one failure. */
async function passOf(work: () => Promise<Pass>): Promise<Pass> {
  try {
    return await work();
  } catch (error) {
    return { done: 0, failures: [{ record: 'the whole task', error }] };
  }
}
