import type { DeliveryRecord } from '#capabilities/records.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { Live } from '#store/live/live.ts';

export interface AwaitDeps {
  readonly deliveries: Pick<Deliveries, 'find'>;
  readonly live: Pick<Live, 'subscribe'>;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

interface Awaited {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly waitMs: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** The outcomes of a run that is not over. */
const openOutcomes: ReadonlySet<string> = new Set(['running', 'waiting']);

/** A delivery as soon as its run is over, else as it is when the time is up. Null where there is none. */
export async function awaitDelivery(
  { deliveries, live, stopping }: AwaitDeps,
  { workspaceId, deliveryId, waitMs, signal }: Awaited,
): Promise<DeliveryRecord | null> {
  const find = () => deliveries.find(workspaceId, deliveryId);
  const found = await find();
  if (waitMs === 0 || found === null || isOver(found)) return found;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const given = AbortSignal.any([signal, stopping, AbortSignal.timeout(waitMs)]);
  given.addEventListener('abort', resolve, { once: true });
  if (given.aborted) resolve(null);
  const leave = live.subscribe(workspaceId, async (event) => {
    if (event.kind === 'change') {
      if (event.deliveryId === deliveryId && isOver(event)) resolve(null);
      return;
    }
    const now = await find();
    if (now === null || isOver(now)) resolve(null);
  });
  try {
    await promise;
  } finally {
    leave();
    given.removeEventListener('abort', resolve);
  }
  return await find();
}

const isOver = ({ outcome }: { readonly outcome: string }): boolean => !openOutcomes.has(outcome);
