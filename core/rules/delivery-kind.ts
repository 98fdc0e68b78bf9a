import { shortDigest } from '#domain/digest.ts';
import { isRecord } from '#domain/json-value.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { eventNameOf } from './document/event-name.ts';

/**
 * What tells deliveries of one kind from others, as a short digest: the name of the event and the names at the top. Two
 * events of one sender have different fields; two deliveries of one event differ in details only.
 */
export function deliveryKind(document: DeliveryDocument): string {
  const { kind, root } = document;
  const names = isRecord(root) ? Object.keys(root).toSorted() : [];
  return shortDigest(JSON.stringify([kind, eventNameOf(document)?.name ?? null, names]));
}
