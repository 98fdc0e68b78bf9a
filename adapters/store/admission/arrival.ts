import type { z } from 'zod';

import type { TurnDelivery } from '#contracts/turn.ts';
import { sha256 } from '#domain/digest.ts';
import type { Hook } from '../automation/hooks.ts';
import { fieldsOf, hashOf } from '../records/fields.ts';
import type { arrivedFields } from '../records/arrived.ts';
import { runRecords } from '../records/run.ts';
import { ArrivedFields, deliveryOf } from '../run/context.ts';

type RunFields = z.output<typeof runRecords.run.fields>;

/** A delivery as the intake hands it over. `deliveryId` is derived from the event, so tries of one event share it. */
export interface Arrival extends Readonly<Pick<RunFields, 'workflowId' | keyof typeof arrivedFields>> {
  readonly deliveryId: string;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

/** The arrived delivery as fields of the record; admission adds those of the automation. */
export function arrivalFields({ automationId }: Hook, arrival: Arrival): string[] {
  const { deliveryId: _, body, receivedAt, ...plain } = arrival;
  return fieldsOf(runRecords.run.fields, {
    ...plain,
    automationId,
    receivedAt: receivedAt.getTime(),
    sizeBytes: body.byteLength,
    bodyDigest: sha256(body),
  });
}

/** The delivery as its run would read it out of the record: what Redis cannot keep of a text is changed as it would be there. */
export function deliveryOfArrival(arrival: Arrival): TurnDelivery {
  const { eventId, headers, reference, referenceUrl, contentType, sender, eventName } = arrival;
  const receivedAt = arrival.receivedAt.getTime();
  const arrived = { eventId, headers, reference, referenceUrl, contentType, receivedAt, sender, eventName };
  const stored = Object.entries(hashOf(ArrivedFields, arrived));
  return deliveryOf(
    Object.fromEntries(stored.map(([name, text]) => [name, text.toWellFormed()])),
    arrival.body,
  );
}
