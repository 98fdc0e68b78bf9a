import type { Redis } from '#store/connection/connect.ts';
import { records } from '#store/records/index.ts';
import { keysWith } from './redis-content.ts';

/**
 * An erased delivery keeps its stub, its place in the lists of its automation and workspace, and a minute in its rate. The
 * audit log says by its id who erased it.
 */
const stub = [
  records.run,
  records.activity,
  records.activityWith,
  records.deliveryIndex,
  records.minute,
  records.audit,
];

/** The keys that still hold something of an erased delivery: a text that only it had, or its id beyond the stub. */
export async function leftOfDelivery(
  redis: Redis,
  { deliveryId, text }: { readonly deliveryId: string; readonly text: string },
): Promise<readonly string[]> {
  const withId = await keysWith(redis, deliveryId);
  return [
    ...(await keysWith(redis, text)),
    ...withId.filter((found) => !stub.some(({ key }) => key.matches(found))),
  ];
}
