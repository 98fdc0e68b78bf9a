import type { EventIdSource } from '../../contracts/delivery.ts';
import type { Hook } from '../hooks.ts';
import { fieldsOf } from '../records/fields.ts';
import { runRecords } from '../records/run.ts';

/** A delivery as the intake hands it over. `deliveryId` is derived from the event, so tries of one event share it. */
export interface Arrival {
  readonly deliveryId: string;
  readonly workflowId: string;
  readonly eventId: string;
  readonly eventIdSource: EventIdSource;
  readonly reference: string | null;
  readonly referenceUrl: string | null;
  readonly receivedAt: Date;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly replayOf: string | null;
}

/** What arrived as fields of the record; admission adds what the automation says. */
export function arrivalFields({ automationId }: Hook, arrival: Arrival): string[] {
  const { deliveryId: _, body, headers, receivedAt, ...plain } = arrival;
  return fieldsOf(runRecords.run.fields, {
    ...plain,
    automationId,
    receivedAt: receivedAt.getTime(),
    sizeBytes: body.byteLength,
    headers: { ...headers },
  });
}
