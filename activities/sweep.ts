import type { Jobs } from '../store/jobs/jobs.ts';
import type { Retention } from '../store/retention.ts';
import type { KeyRotation } from '../store/rotate-keys.ts';
import type { Workspaces } from '../store/workspaces.ts';
import { whileAlive } from './heartbeat.ts';

export interface SweepReport {
  readonly slotsReclaimed: number;
  readonly messagesRequeued: number;
  readonly deliveriesRemoved: number;
  readonly jobFoldersRemoved: number;
  readonly secretsRewrapped: number;
}

/** Does one thing for a workspace and says how often it had to. */
type WorkspaceTask = (workspaceId: string) => Promise<number>;

export interface SweepDeps {
  readonly jobs: Pick<Jobs, 'sweep'>;
  readonly messageRecovery: { readonly requeue: WorkspaceTask };
  readonly retention: Retention;
  readonly rotateSecrets: () => Promise<Pick<KeyRotation, 'rewrapped'>>;
  readonly slots: { readonly reclaim: WorkspaceTask };
  readonly workspaces: Workspaces;
}

/**
 * What a schedule has to mend: slots of runs that ended without giving them back, messages of chats that no workflow
 * works on, old records, job folders that a crash left behind, and secrets that an older master key wraps.
 */
export function sweepActivities({
  jobs,
  messageRecovery,
  retention,
  rotateSecrets,
  slots,
  workspaces,
}: SweepDeps) {
  async function sweepWorkspaces(): Promise<SweepReport> {
    return await whileAlive(async (signal) => {
      let [slotsReclaimed, messagesRequeued, deliveriesRemoved] = [0, 0, 0];
      for (const workspaceId of await workspaces.listIds()) {
        signal.throwIfAborted();
        slotsReclaimed += await slots.reclaim(workspaceId);
        messagesRequeued += await messageRecovery.requeue(workspaceId);
        deliveriesRemoved += await retention.removeExpired(workspaceId);
      }
      const jobFoldersRemoved = await jobs.sweep();
      const { rewrapped } = await rotateSecrets();
      return {
        slotsReclaimed,
        messagesRequeued,
        deliveriesRemoved,
        jobFoldersRemoved,
        secretsRewrapped: rewrapped,
      };
    });
  }

  return { sweepWorkspaces };
}
