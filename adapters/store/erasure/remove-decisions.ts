import type { Redis } from '../connection/connect.ts';
import { agentRecords } from '../records/agent.ts';
import { keys } from '../records/index.ts';
import type { RunToErase } from './runs-to-erase.ts';

const { fields } = agentRecords.decisions;
const batch = 500;
/** The clocks of the processes may differ from that of the store. */
const clocksDifferByMs = 5 * 60_000;

/** Removes from the audit log what the run of a delivery asked for: paths may quote what its sender sent. */
export async function removeDecisions(
  redis: Redis,
  { workspaceId, deliveryId }: { readonly workspaceId: string; readonly deliveryId: string },
  { agentId, receivedAt, finishedAt }: RunToErase,
): Promise<void> {
  const log = keys.decisions(workspaceId, agentId);
  const end = String(finishedAt + clocksDifferByMs);
  let start = String(Math.max(0, receivedAt - clocksDifferByMs));
  for (;;) {
    const entries = (await redis.xRange(log, start, end, { COUNT: batch })) ?? [];
    const ids = entries.filter(({ message }) => deliveryOf(message) === deliveryId).map(({ id }) => id);
    if (ids.length > 0) await redis.xDel(log, ids);
    const last = entries.at(-1);
    if (last === undefined || entries.length < batch) return;
    start = `(${last.id}`;
  }
}

/** Null also for what cannot be read. */
function deliveryOf(message: Readonly<Record<string, string>>): string | null {
  const read = fields.safeParse(message);
  return read.success ? read.data.decision.deliveryId : null;
}
