import type { PlannedDelivery } from '../plan/delivery.ts';
import { auditEvent, type SeenEvent } from './audit-event.ts';
import { createFindings } from './findings.ts';
import type { Observations, SeenRecord } from './observations.ts';

/** No request of a run takes longer; with some time for the one who looks. */
const requestMsMax = 40_000;

/** Compares what senders were told, what the target received and what the records say. */
export function audit(deliveries: readonly PlannedDelivery[], seen: Observations) {
  const { findings, found } = createFindings();
  const events = Map.groupBy(deliveries, ({ event }) => event);
  const eventOfOrder = new Map(deliveries.map(({ order, event }) => [order, event]));
  const eventOfId = new Map(deliveries.map((one) => [idOf(one), one.event]));
  const attempts = Map.groupBy(seen.attempts, ({ delivery }) => deliveries[delivery]!.event);
  const effects = Map.groupBy(seen.effects, ({ order }) => eventOfOrder.get(order));
  const records = Map.groupBy(seen.records, (one) => eventOfId.get(idOf(one)) ?? eventOfOrder.get(one.order));

  // If several were in force while the request may have been under way, the one that struck next to its arrival.
  const faultAt = (atMs: number) =>
    seen.faults
      .filter(({ struckAtMs, overAtMs }) => overAtMs >= atMs && struckAtMs <= atMs + requestMsMax)
      .toSorted((a, b) => Math.abs(a.struckAtMs - atMs) - Math.abs(b.struckAtMs - atMs))[0]?.name;

  for (const [event, those] of events) {
    const known: SeenEvent = {
      deliveries: those,
      attempts: (attempts.get(event) ?? []).toSorted((a, b) => a.startedAtMs - b.startedAtMs),
      records: records.get(event) ?? [],
      effectsAtMs: effects.get(event)?.map(({ atMs }) => atMs) ?? [],
      faultAt,
    };
    auditEvent(known, found);
  }
  for (const { order } of effects.get(undefined) ?? []) found('unaccounted', `the target received ${order}`);
  for (const { deliveryId } of records.get(undefined) ?? []) found('unaccounted', `record ${deliveryId}`);
  for (const [key, those] of Map.groupBy(seen.effects, ({ idempotencyKey }) => idempotencyKey))
    if (key === null || those.length > 1)
      found('twice', `${those.length} requests with the Idempotency-Key ${key}: ${those[0]!.order}`);
  for (const { workspace, fitted, ninth } of seen.slots)
    if (fitted !== 8 || ninth !== 'CONCURRENCY_EXCEEDED')
      found('leaked', `workspace ${workspace}: ${fitted} at once; the ninth: ${ninth}`);
  for (const { workspace, billed, owed } of seen.bills)
    if (billed !== owed) found('usage', `workspace ${workspace}: ${billed} billed, ${owed} recorded`);
  return { findings, found };
}

/** If the payload is the event, its digest is the id: the order tells it then. */
const idOf = ({ workspace, target, eventId }: PlannedDelivery | SeenRecord) =>
  eventId === null ? null : `${workspace} ${target} ${eventId}`;
