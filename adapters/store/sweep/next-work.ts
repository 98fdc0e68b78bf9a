import { AlertCondition } from '#contracts/alert.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { expiryDueMs } from './expiries.ts';

const hourMs = 60 * 60_000;
const Condition = json(AlertCondition);

interface Deps {
  readonly redis: Redis;
  readonly archiveAfterHours: number;
  readonly retentionDays: number;
}

/** When something in a workspace needs the sweep next, in epoch milliseconds: 0 for now, null where nothing is known. */
export function createNextWork({ redis, archiveAfterHours, retentionDays }: Deps) {
  return async function nextWork(workspaceId: string): Promise<number | null> {
    const moments = await Promise.all([
      ...listsOfWork.map(async (list) => ((await redis.exists(list(workspaceId))) === 1 ? 0 : null)),
      eventDueMs(redis, workspaceId),
      isLookedAt(redis, workspaceId).then((isLooked) => (isLooked ? 0 : null)),
      // Without this mark not all secrets are wrapped by the first master key.
      redis.exists(keys.secretsWrappedBy(workspaceId)).then((exists) => (exists === 1 ? null : 0)),
      oldest(redis, keys.archiveDue(workspaceId), archiveAfterHours * hourMs),
      expiryDueMs(redis, workspaceId, retentionDays),
    ]);
    const known = moments.filter((moment) => moment !== null);
    return known.length === 0 ? null : Math.min(...known);
  };
}

export type NextWork = ReturnType<typeof createNextWork>;

/** While one of them has a member, the sweep looks at each of its times. */
const listsOfWork = [
  keys.slots,
  keys.holdingAutomations,
  keys.automationsWithLines,
  keys.waiting,
  keys.openMessages,
  keys.openErasures,
  keys.alertCauses,
  keys.openAlerts,
  keys.unfinishedBlobs,
  keys.goneBlobs,
] as const;

async function oldest(redis: Redis, key: string, afterMs: number): Promise<number | null> {
  const [first] = await redis.zRangeWithScores(key, 0, 0);
  return first === undefined ? null : first.score + afterMs;
}

/** When the first event is due at a target; null where none waits. */
async function eventDueMs(redis: Redis, workspaceId: string): Promise<number | null> {
  const targetIds = await redis.zRange(keys.eventTargets(workspaceId), 0, -1);
  const due = await Promise.all(targetIds.map((id) => oldest(redis, keys.eventQueue(workspaceId, id), 0)));
  const known = due.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Work that no event announces is found by looking. */
const lookedFor: ReadonlySet<AlertCondition['kind'] | undefined> = new Set(['silence', 'refused', 'held']);

async function isLookedAt(redis: Redis, workspaceId: string): Promise<boolean> {
  const ruleIds = await redis.zRange(keys.alertRules(workspaceId), 0, -1);
  const rules = await Promise.all(
    ruleIds.map((id) => redis.hmGet(keys.alertRule(workspaceId, id), ['state', 'condition'])),
  );
  return rules.some(
    ([state, condition]) => state === 'on' && lookedFor.has(Condition.safeParse(condition).data?.kind),
  );
}
