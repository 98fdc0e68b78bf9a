import type { z } from 'zod';

import { sha256 } from '#domain/digest.ts';
import type { Hook } from '../automation/hooks.ts';
import { fieldsOf } from '../records/fields.ts';
import type { arrivedFields } from '../records/arrived.ts';
import { runRecords } from '../records/run.ts';

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
