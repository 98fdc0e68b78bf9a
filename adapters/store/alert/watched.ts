import type { DoorReason } from '#domain/skipped-at-door.ts';
import type { Redis } from '../connection/connect.ts';
import { createHeld } from '../held.ts';
import { automationRecords } from '../records/automation.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';

const AutomationFields = automationRecords.automation.fields.pick({ name: true, state: true });

/** Deliveries that are passed over, at most, to find the last one of a sender. */
const newestMax = 50;

/** The automations that rules look at: those that are quiet, and those that have no room. */
export function createWatched({ redis }: { readonly redis: Redis }) {
  /** One automation, or all that are not deleted. */
  async function automations(workspaceId: string, automationId: string | null) {
    const ids =
      automationId === null ? await redis.zRange(keys.automations(workspaceId), 0, -1) : [automationId];
    const found = await Promise.all(
      ids.map(async (id) => {
        const automation = await readFields(redis, keys.automation(workspaceId, id), AutomationFields);
        if (automation === null || automation.state === 'deleted') return [];
        const isPaused = automation.state === 'paused';
        return [{ automationId: id, automationName: automation.name, isPaused }];
      }),
    );
    return found.flat();
  }

  async function watched(workspaceId: string, automationId: string | null) {
    const found = await automations(workspaceId, automationId);
    return await Promise.all(
      found.map(async (automation) => ({
        ...automation,
        lastDeliveryMs: await lastDelivery(workspaceId, automation.automationId),
      })),
    );
  }

  /** How many deliveries were refused because there was no room, by minutes since the epoch, for a day and an hour. */
  async function refusals(workspaceId: string, automationId: string): Promise<ReadonlyMap<number, number>> {
    const stored = await redis.hGetAll(keys.refusals(workspaceId, automationId));
    return new Map(Object.entries(stored).map(([minute, count]) => [Number(minute), Number(count) || 0]));
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

  return { automations, watched, refusals, heldSince: createHeld({ redis }).since };
}
