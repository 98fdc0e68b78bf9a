import type { ActivityRow } from '../../contracts/delivery.ts';
import type { Redis } from '../connect.ts';
import { rowFieldNames, storedRow } from '../delivery/stored-delivery.ts';
import { keys } from '../records/index.ts';
import { isoOrNull, timesOf } from '../run/view.ts';

/** A delivery as a search looks at it. */
export interface Candidate {
  readonly row: ActivityRow;
  /** Read only where texts are searched. */
  readonly answer: string | null;
}

/** Reads a delivery for a search; null for what is gone, not accepted yet, or no delivery. */
export async function readCandidate(
  redis: Redis,
  { workspaceId, deliveryId }: { readonly workspaceId: string; readonly deliveryId: string },
  options: { readonly withAnswer: boolean },
): Promise<Candidate | null> {
  const names = rowFieldNames(options);
  const values = await redis.hmGet(keys.run(workspaceId, deliveryId), [...names]);
  const stored = names.flatMap((name, index) => (values[index] == null ? [] : [[name, values[index]]]));
  const fields = storedRow(Object.fromEntries(stored));
  if (fields === null) return null;
  const { answer, startedAt: _, finishedAt: __, lastDuplicateAt, eventName, ...shown } = fields;
  const { receivedAt, durationMs } = timesOf(fields);
  const about = [eventName, shown.reference].filter((part) => part !== null).join(' ');
  const row = {
    deliveryId,
    ...shown,
    receivedAt,
    durationMs,
    title: about === '' ? shown.automationName : `${shown.automationName}: ${about}`,
    lastDuplicateAt: isoOrNull(lastDuplicateAt),
  };
  return { row, answer };
}
