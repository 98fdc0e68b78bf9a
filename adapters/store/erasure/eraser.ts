import { removeGoneBlobs } from '../archive/gone-blobs.ts';
import type { ArchiveDeps } from '../archive/stored-runs.ts';
import { createWorkspaceErasure } from './erase-workspace.ts';
import { removeDecisions } from './remove-decisions.ts';
import { createRunsToErase, type RunToErase } from './runs-to-erase.ts';
import { stripRun } from './strip-run.ts';
import { keys } from '../records/index.ts';
import { removeOwner } from '../removal/remove-owner.ts';
import { removeRun } from '../removal/remove-run.ts';

interface DeliveryRef {
  readonly workspaceId: string;
  readonly deliveryId: string;
}

/** Takes records out of the store, before their time. Each step is safe to repeat. */
export function createEraser({ redis, blobs, now = Date.now }: ArchiveDeps & { now?: () => number }) {
  return {
    ...createRunsToErase({ redis, now }),
    ...createWorkspaceErasure({ redis, blobs }),
    strip: async (delivery: DeliveryRef) => {
      const stripped = await stripRun({ redis, now }, delivery);
      await removeGoneBlobs({ redis, blobs }, delivery.workspaceId);
      return stripped;
    },
    removeDecisions: (delivery: DeliveryRef, run: RunToErase) => removeDecisions(redis, delivery, run),
    removeRun: async (workspaceId: string, ownerId: string, runId: string) => {
      const isRemoved = await removeRun(redis, { workspaceId, ownerId, runId });
      await removeGoneBlobs({ redis, blobs }, workspaceId);
      return isRemoved;
    },
    /** A deleted automation of which nothing is left but itself. */
    removeAutomation: async (workspaceId: string, automationId: string) => {
      await redis.del([
        keys.hookFlood(workspaceId, automationId),
        keys.signedRequest(workspaceId, automationId),
      ]);
      return await removeOwner(redis, { workspaceId, ownerId: automationId, before: now() });
    },
  };
}

export type Eraser = ReturnType<typeof createEraser>;
