import { activityInfo } from '@temporalio/activity';

import { eachAtOnce } from '#domain/each-at-once.ts';
import { attempt } from '#domain/pass.ts';
import { rangeOf, type SweepRange } from '#domain/sweep-range.ts';
import type { SweepReport } from '#domain/sweep-report.ts';
import type { Archiver } from '#store/archive/archiver.ts';
import type { FileRewrites } from '#store/erasure/file-rewrites.ts';
import type { Jobs } from '#store/jobs/jobs.ts';
import type { OlderDeliveries } from '#store/archive/older-deliveries.ts';
import type { Retention } from '#store/sweep/retention.ts';
import type { SecretRotation } from '#store/secret/secret-rotation.ts';
import type { NextWork } from '#store/sweep/next-work.ts';
import type { SweepIndex } from '#store/sweep/sweep-index.ts';
import { createLook, passOf, type WorkspaceTask } from './look-at-workspace.ts';
import { createTally, type SweepFailure } from './sweep-tally.ts';
import { withHeartbeat } from './with-heartbeat.ts';

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
  const { archiver, fileRewrites, jobs, sweepIndex } = deps;
  const lookAt = createLook(deps);
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
