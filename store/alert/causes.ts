import type { DoorReason } from '../../domain/skipped-at-door.ts';
import type { Redis } from '../connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { automationRecords } from '../records/automation.ts';
import { runRecords } from '../records/run.ts';

const RunFields = runRecords.run.fields.pick({
  automationId: true,
  automationName: true,
  outcome: true,
  finishedAt: true,
});
const AutomationFields = automationRecords.automation.fields.pick({ name: true, state: true });

/** What is passed over, at most, to find the last delivery of a sender. */
const newestMax = 50;
const together = 100;

/** What rules judge: runs that ended, and automations that are quiet. */
export function createCauses({ redis }: { readonly redis: Redis }) {
  /** Deliveries whose runs ended and were not judged yet, in the order of their ends. */
  async function pending(workspaceId: string): Promise<readonly string[]> {
    return await redis.zRange(keys.alertCauses(workspaceId), 0, together - 1);
  }

  /** How a run ended; null where that is not known any more. */
  async function endedRun(workspaceId: string, deliveryId: string) {
    const run = await readFields(redis, keys.run(workspaceId, deliveryId), RunFields);
    if (run === null || run.finishedAt === null || run.outcome === 'running') return null;
    const { outcome, automationId, automationName, finishedAt: atMs } = run;
    return { deliveryId, outcome, automationId, automationName, atMs };
  }

  /** Takes one off the list that nothing can be made of. */
  async function drop(workspaceId: string, deliveryId: string): Promise<void> {
    await redis.zRem(keys.alertCauses(workspaceId), deliveryId);
  }

  /** The automations that can be silent: one of them, or all that are not deleted. */
  async function watched(workspaceId: string, automationId: string | null) {
    const ids =
      automationId === null ? await redis.zRange(keys.automations(workspaceId), 0, -1) : [automationId];
    const found = await Promise.all(
      ids.map(async (id) => {
        const automation = await readFields(redis, keys.automation(workspaceId, id), AutomationFields);
        if (automation === null || automation.state === 'deleted') return [];
        const lastDeliveryMs = await lastDelivery(workspaceId, id);
        const isPaused = automation.state === 'paused';
        return [{ automationId: id, automationName: automation.name, isPaused, lastDeliveryMs }];
      }),
    );
    return found.flat();
  }

  /** When the newest delivery arrived that is neither a replay nor the end of a loop; null where there is none. */
  async function lastDelivery(workspaceId: string, automationId: string): Promise<number | null> {
    const newest = await redis.zRangeWithScores(keys.activity(workspaceId, automationId), 0, newestMax - 1, {
      REV: true,
    });
    for (const { value, score } of newest) {
      const [replayOf, reason] = await redis.hmGet(keys.run(workspaceId, value), ['replayOf', 'reason']);
      // Else an alert of silence would end the silence by the hook that it is posted to, and be told again.
      if (replayOf === null && reason !== ('loop' satisfies DoorReason)) return score;
    }
    return null;
  }

  return { pending, endedRun, drop, watched };
}
