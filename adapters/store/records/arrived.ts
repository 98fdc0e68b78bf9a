import { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import { flag, integer, json, optionalText, orNull } from './fields.ts';

/** The fields that intake reads of a delivery; `Arrival` takes its fields from here. */
export const arrivedFields = {
  eventId: z.string().describe('Deliveries only: by which a repeat is known.'),
  eventIdSource: EventIdSource.describe('Deliveries only: where the event id is from.'),
  eventIdFrom: optionalText.describe('Deliveries only: where the automation then said that the id is.'),
  reference: optionalText.describe('Deliveries only: what the sender says it is about.'),
  referenceUrl: optionalText.describe('Deliveries only: a link to that.'),
  sender: z.string().default('generic').describe('Deliveries only: the sender of the automation then.'),
  eventName: optionalText.describe('Deliveries only: what happened, in the words of the sender.'),
  verified: orNull(flag).describe('Deliveries only: whether its signature was verified.'),
  contentType: optionalText.describe('Deliveries only.'),
  headers: json(z.record(z.string(), z.string())).describe('Deliveries only: without credentials.'),
  traceId: optionalText.describe('Deliveries only: the trace of the request that brought it.'),
  round: orNull(integer).describe('Deliveries only: which round of a loop it is. Absent: it is in none.'),
  causedBy: optionalText.describe(
    'Deliveries only: the delivery, conversation, alert rule or target of events whose request it is. Absent: none of the workspace.',
  ),
  runOf: optionalText.describe('Deliveries only: the skipped delivery that it runs.'),
  replayOf: optionalText.describe('Deliveries only: the delivery that it processes again.'),
};
