import { z } from 'zod';

import type { NotedChange } from '#domain/alerts/judge-shape.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';

const RunFields = runRecords.run.fields.pick({ automationId: true, automationName: true });
const Member = json(
  z.object({
    deliveryId: z.string(),
    /** Absent in records of earlier releases. */
    kind: z.enum(['shape_change', 'case_broken', 'connection_broken']).default('shape_change'),
    changes: z.array(z.object({ id: z.string(), words: z.string() })),
  }),
);

/** Changes of one delivery; the sender report has the others. */
const changesMax = 20;
const together = 100;

/** A delivery in which something is of another type than before, or whose case or connection broke. `member`: as it is on the list. */
export interface ChangeCause {
  readonly member: string;
  /** Epoch milliseconds. */
  readonly notedAt: number;
}

/** Has the alert rules of the workspace judge what changed; false where it has none. Safe to repeat. */
export async function noteChanges(
  redis: Redis,
  { workspaceId, deliveryId }: { readonly workspaceId: string; readonly deliveryId: string },
  {
    kind,
    changes,
    now,
  }: {
    readonly kind: 'shape_change' | 'case_broken' | 'connection_broken';
    readonly changes: readonly NotedChange[];
    readonly now: number;
  },
): Promise<boolean> {
  if ((await redis.exists(keys.alertRules(workspaceId))) === 0) return false;
  const value = Member.encode({ deliveryId, kind, changes: changes.slice(0, changesMax) });
  await redis.zAdd(keys.alertChanges(workspaceId), { score: now, value }, { condition: 'NX' });
  return true;
}

/** Changes in deliveries that were not judged yet. */
export function createChanges({ redis }: { readonly redis: Redis }) {
  async function pending(workspaceId: string): Promise<readonly ChangeCause[]> {
    const found = await redis.zRangeWithScores(keys.alertChanges(workspaceId), 0, together - 1);
    return found.map(({ value, score }) => ({ member: value, notedAt: score }));
  }

  /** Null where the delivery is gone, or the cause cannot be read. */
  async function changedRun(workspaceId: string, { member, notedAt }: ChangeCause) {
    const cause = Member.safeDecode(member).data;
    if (cause === undefined) return null;
    const run = await readFields(redis, keys.run(workspaceId, cause.deliveryId), RunFields);
    return run === null ? null : { ...cause, ...run, notedAt };
  }

  /** Takes one off the list that nothing can be made of. */
  async function drop(workspaceId: string, { member }: ChangeCause): Promise<void> {
    await redis.zRem(keys.alertChanges(workspaceId), member);
  }

  return { pending, changedRun, drop };
}
