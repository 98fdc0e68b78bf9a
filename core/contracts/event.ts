import { z } from 'zod';

const eventIdSources = [
  'custom',
  'header',
  'event_id',
  'idempotency_key',
  'sender',
  'payload',
  'delivery',
] as const;
export const EventIdSource = z
  .enum(eventIdSources)
  .describe(
    'The source of the event id: the place that `eventIdFrom` of the automation names (`custom`), the header `X-Service-Event-Id`, the member `event_id` or `idempotency_key` of a JSON body, or the own id of the `sender` of the automation. If there is none: a digest of the `payload`, for one UTC day. `delivery`: its own delivery id, because the automation compares no bodies (`payloadDedupe`); then no repeat of it is known.',
  );
export type EventIdSource = z.infer<typeof EventIdSource>;

const isoTime = z.iso.datetime();

/** By what a delivery is known as an event. */
export const Dedupe = z
  .object({
    key: z.string().describe('The event id: a delivery of the automation with the same one is a repeat.'),
    source: EventIdSource,
    from: z
      .string()
      .nullable()
      .describe('The header or the JSON pointer that it was read at. Null where it was in no one place.'),
    until: isoTime.describe('Until when a repeat is known as one.'),
    first: z.string().describe('The delivery that was the first of the event.'),
  })
  .describe('By which key repeats of it are known.');

/** A delivery that was refused as a duplicate. */
export const Repeat = z.object({
  number: z.int().describe('Counts the repeats of a delivery, from 1.'),
  at: isoTime.describe('When it arrived.'),
  source: EventIdSource,
  digest: z.string().describe('SHA-256 of its body.'),
  sizeBytes: z.int().describe('The size of its body.'),
  differs: z
    .boolean()
    .nullable()
    .describe('Whether its body was another one than that of the first. Null where that is not known.'),
  canRun: z
    .boolean()
    .describe('Whether `POST …/run-duplicate` can run it: its body is that of the first, or is kept.'),
  ranAs: z.string().nullable().describe('The delivery as which it was run anyway. Null: it was not.'),
});
export type Repeat = z.infer<typeof Repeat>;
