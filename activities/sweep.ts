import { activityInfo } from '@temporalio/activity';

import { attempt, type Pass } from '#domain/pass.ts';
import type { Archiver } from '#store/archive/archiver.ts';
import type { FileRewrites } from '#store/erasure/file-rewrites.ts';
import type { Jobs } from '#store/jobs/jobs.ts';
import type { OlderDeliveries } from '#store/archive/older-deliveries.ts';
import type { Retention } from '#store/sweep/retention.ts';
import type { SecretRotation } from '#store/secret/secret-rotation.ts';
import type { NextWork } from '#store/sweep/next-work.ts';
import type { SweepIndex } from '#store/sweep/sweep-index.ts';
import { createTally, type SweepFailure, type SweepReport, type SweepTask } from './sweep-tally.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type WorkspaceTask = (workspaceId: string) => Promise<Pass>;

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
  async function sweepWorkspaces(): Promise<SweepReport> {
    const before = progressOf(activityInfo().heartbeatDetails);
    const tally = createTally(deps.onSweepFailure, before?.report);
    let sweptUpTo = before?.sweptUpTo;
    return await withHeartbeat(
      async (signal) => {
        for (const workspaceId of following(await sweepIndex.due(), sweptUpTo)) {
          const lookedAtMs = sweepIndex.now();
          let hasFailed = false;
          for (const [task, work] of entriesOf(workspaceTasks)) {
            signal.throwIfAborted();
            const pass = await passOf(() => work(workspaceId));
            hasFailed ||= pass.failures.length > 0;
            tally.add(task, workspaceId, pass);
          }
          const settled = attempt('the next look', () => settle(workspaceId, lookedAtMs, hasFailed));
          tally.add('workspacesLookedAt', workspaceId, await settled);
          sweptUpTo = workspaceId;
        }
        tally.add('jobFilesRemoved', null, await attempt('job files', () => jobs.sweep()));
        tally.add('filesRewritten', null, await attempt('files of Redis', () => fileRewrites.advance()));
        return tally.report();
      },
      () => ({ sweptUpTo, report: tally.report() }) satisfies SweepProgress,
    );
  }

  async function settle(workspaceId: string, lookedAtMs: number, hasFailed: boolean): Promise<number> {
    // A failed workspace is due at once.
    await sweepIndex.settle(workspaceId, lookedAtMs, hasFailed ? 0 : await nextWork(workspaceId));
    return 1;
  }

  return { sweepWorkspaces };
}

/** The progress in a heartbeat: the attempt after one that was cut off continues at the same workspace. */
interface SweepProgress {
  /** The last workspace that is done; absent before the first. */
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
