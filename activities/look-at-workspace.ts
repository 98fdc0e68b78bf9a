import { attempt, type Pass } from '#domain/pass.ts';
import type { SweepTask } from '#domain/sweep-report.ts';
import type { SweepDeps } from './sweep.ts';
import type { createTally } from './sweep-tally.ts';

export type WorkspaceTask = (workspaceId: string) => Promise<Pass>;
type Tally = ReturnType<typeof createTally>;

/** Every task of a sweep in one workspace. */
export function createLook(deps: SweepDeps) {
  const { erasureRecovery, messageRecovery, olderDeliveries, retention, secretRotation, slots } = deps;
  const { alertWatch, archiver, sweepIndex, nextWork } = deps;
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
  /** Says whether more of it is to be archived than one pass does. */
  return async function lookAt(workspaceId: string, tally: Tally, signal: AbortSignal): Promise<boolean> {
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
  };

  async function settle(workspaceId: string, lookedAtMs: number, hasFailed: boolean): Promise<number> {
    // A failed workspace is due at once.
    await sweepIndex.settle(workspaceId, lookedAtMs, hasFailed ? 0 : await nextWork(workspaceId));
    return 1;
  }
}

const entriesOf = (tasks: Readonly<Partial<Record<SweepTask, WorkspaceTask>>>) =>
  Object.entries(tasks) as [SweepTask, WorkspaceTask][];

/** A task that fails as a whole is one failure. */
export async function passOf(work: () => Promise<Pass>): Promise<Pass> {
  try {
    return await work();
  } catch (error) {
    return { done: 0, failures: [{ record: 'the whole task', error }] };
  }
}
