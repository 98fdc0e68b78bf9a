import type { Redis } from './connect.ts';
import { createWorkspaceErasure } from './erasure/erase-workspace.ts';
import { removeAlerts } from './erasure/remove-alerts.ts';
import { removeDecisions } from './erasure/remove-decisions.ts';
import { createRunsToErase, type RunToErase } from './erasure/runs-to-erase.ts';
import { stripRun } from './erasure/strip-run.ts';
import { keys } from './records/index.ts';
import { removeOwner } from './removal/remove-owner.ts';
import { removeRun } from './removal/remove-run.ts';

interface DeliveryRef {
  readonly workspaceId: string;
  readonly deliveryId: string;
}

/** Takes records out of the store, before their time. Each step is safe to repeat. */
export function createEraser({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  return {
    ...createRunsToErase({ redis, now }),
    ...createWorkspaceErasure({ redis }),
    strip: (delivery: DeliveryRef) => stripRun({ redis, now }, delivery),
    removeDecisions: (delivery: DeliveryRef, run: RunToErase) => removeDecisions(redis, delivery, run),
    removeRun: (workspaceId: string, ownerId: string, runId: string) =>
      removeRun(redis, { workspaceId, ownerId, runId }),
    /** A deleted automation of which nothing is left but itself. */
    removeAutomation: async (workspaceId: string, automationId: string) => {
      await removeAlerts(redis, workspaceId, automationId);
      await redis.del(keys.hookFlood(workspaceId, automationId));
      return await removeOwner(redis, { workspaceId, ownerId: automationId, before: now() });
    },
  };
}

export type Eraser = ReturnType<typeof createEraser>;
