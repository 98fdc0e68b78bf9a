import type { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import { eventRecords } from '../records/event.ts';
import { keys } from '../records/index.ts';

const { fields } = eventRecords.eventTarget;
export type EventTargetRecord = Readonly<z.output<typeof fields>>;

/** The targets of events of a workspace, as they are stored. */
export function createEventTargetReading({ redis }: { readonly redis: Redis }) {
  /** Null where there is none, or it cannot be read. */
  async function find(workspaceId: string, targetId: string): Promise<EventTargetRecord | null> {
    return fields.safeParse(await redis.hGetAll(keys.eventTarget(workspaceId, targetId))).data ?? null;
  }

  const ids = (workspaceId: string) => redis.zRange(keys.eventTargets(workspaceId), 0, -1, { REV: true });

  return { find, ids };
}
