import type { MessageKeeper } from '../contracts/chat.ts';
import type { PlaceKeeper } from '../contracts/places.ts';
import type { Jobs } from '../store/jobs/jobs.ts';
import type { Retention } from '../store/retention.ts';
import type { KeyRotation } from '../store/rotate-keys.ts';
import type { Workspaces } from '../store/workspaces.ts';
import { whileAlive } from './heartbeat.ts';

export interface SweepReport {
  readonly placesFreed: number;
  readonly messagesResumed: number;
  readonly deliveriesRemoved: number;
  readonly jobFoldersRemoved: number;
  readonly secretsRewrapped: number;
}

/**
 * What is looked after by the clock: places of runs that ended without giving them back, messages of chats that nobody
 * works on, old records, job folders that a crash left behind, and secrets that an older master key wraps.
 */
export function sweepActivities({
  jobs,
  messageKeeper,
  places,
  retention,
  rotateSecrets,
  workspaces,
}: {
  jobs: Pick<Jobs, 'sweep'>;
  messageKeeper: MessageKeeper;
  places: PlaceKeeper;
  retention: Retention;
  rotateSecrets: () => Promise<Pick<KeyRotation, 'rewrapped'>>;
  workspaces: Workspaces;
}) {
  async function sweepWorkspaces(): Promise<SweepReport> {
    return await whileAlive(async (signal) => {
      let [placesFreed, messagesResumed, deliveriesRemoved] = [0, 0, 0];
      for (const workspaceId of await workspaces.listIds()) {
        signal.throwIfAborted();
        placesFreed += await places.release(workspaceId);
        messagesResumed += await messageKeeper.resume(workspaceId);
        deliveriesRemoved += await retention.removeExpired(workspaceId);
      }
      const jobFoldersRemoved = await jobs.sweep();
      const { rewrapped } = await rotateSecrets();
      return {
        placesFreed,
        messagesResumed,
        deliveriesRemoved,
        jobFoldersRemoved,
        secretsRewrapped: rewrapped,
      };
    });
  }

  return { sweepWorkspaces };
}
