import type { KeptDelivery } from '#store/delivery/deliveries.ts';

export interface SkippedSelection {
  /** `newest_per_reference`: of those that say what they are about, the newest of each. */
  readonly which: 'all' | 'newest_per_reference';
  /** Only these; null: whichever are kept. */
  readonly deliveryIds: readonly string[] | null;
  /** Epoch milliseconds, both included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** A delivery to be run, with the older ones of its reference that are not. */
interface Chosen {
  readonly deliveryId: string;
  readonly older: readonly string[];
}

/** The kept deliveries that are run, in the order in which they arrived. */
export function chooseSkipped(kept: readonly KeptDelivery[], selection: SkippedSelection): readonly Chosen[] {
  const { which, deliveryIds, fromMs, toMs } = selection;
  const named = deliveryIds === null ? null : new Set(deliveryIds);
  const selected = kept.filter(
    ({ deliveryId, receivedAt, reason }) =>
      receivedAt >= fromMs &&
      receivedAt <= toMs &&
      // A loop goes on where its owner says so, delivery by delivery.
      (named === null ? reason !== 'loop' : named.has(deliveryId)),
  );
  if (which === 'all') return selected.map(({ deliveryId }) => ({ deliveryId, older: [] }));
  const ofReference = Map.groupBy(
    selected.filter(({ supersededBy }) => supersededBy === null),
    ({ reference, deliveryId }) => (reference === null ? `delivery ${deliveryId}` : `reference ${reference}`),
  );
  const newest = [...ofReference.values()].map((group) => ({
    deliveryId: group.at(-1)?.deliveryId ?? '',
    older: group.slice(0, -1).map(({ deliveryId }) => deliveryId),
  }));
  const order = new Map(selected.map(({ deliveryId }, index) => [deliveryId, index]));
  return newest.toSorted(
    (one, other) => (order.get(one.deliveryId) ?? 0) - (order.get(other.deliveryId) ?? 0),
  );
}
