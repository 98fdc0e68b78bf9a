import { EndedOutcome } from '#contracts/run.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { createWatched } from './watched.ts';

const RunFields = runRecords.run.fields.pick({
  automationId: true,
  automationName: true,
  outcome: true,
  finishedAt: true,
});

const together = 100;

/** The causes that rules judge: runs that ended, and automations that are quiet or have no room. */
export function createCauses({ redis }: { readonly redis: Redis }) {
  async function pending(workspaceId: string): Promise<readonly string[]> {
    return await redis.zRange(keys.alertCauses(workspaceId), 0, together - 1);
  }

  /** How a run ended; null where that is not known any more. */
  async function endedRun(workspaceId: string, deliveryId: string) {
    const run = await readFields(redis, keys.run(workspaceId, deliveryId), RunFields);
    const outcome = EndedOutcome.safeParse(run?.outcome).data;
    if (run === null || run.finishedAt === null || outcome === undefined) return null;
    const { automationId, automationName, finishedAt: atMs } = run;
    return { deliveryId, outcome, automationId, automationName, atMs };
  }

  /** Takes one off the list that nothing can be made of. */
  async function drop(workspaceId: string, deliveryId: string): Promise<void> {
    await redis.zRem(keys.alertCauses(workspaceId), deliveryId);
  }

  return { pending, endedRun, drop, ...createWatched({ redis }) };
}
