import { z } from 'zod';

import { Cost, Outcome, Step } from './run.ts';

const eventIdSources = ['header', 'event_id', 'idempotency_key', 'payload'] as const;
export const EventIdSource = z.enum(eventIdSources);
export type EventIdSource = z.infer<typeof EventIdSource>;

const isoTime = z.iso.datetime();

/** The filter of a run as it was decided, with the evidence from the delivery. */
export const FilterRecord = z.object({
  text: z.string(),
  matched: z.boolean().nullable(),
  evidence: z.string(),
});
export type FilterRecord = z.infer<typeof FilterRecord>;

/** Everything about one delivery: what arrived, what was done, what it cost. */
export const DeliveryRecord = z.object({
  deliveryId: z.string(),
  automationId: z.string(),
  automationName: z.string(),
  agentId: z.string(),
  revision: z.int(),
  outcome: Outcome,
  reason: z.string().nullable(),
  eventId: z.string(),
  eventIdSource: EventIdSource,
  reference: z.string().nullable(),
  referenceUrl: z.string().nullable(),
  receivedAt: isoTime,
  startedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  durationMs: z.int().nullable(),
  arrived: z.object({
    contentType: z.string().nullable(),
    sizeBytes: z.int(),
    /** Without credentials and signatures. */
    headers: z.record(z.string(), z.string()),
    /** The first 64 KiB. */
    text: z.string(),
    truncated: z.boolean(),
  }),
  filter: FilterRecord.nullable(),
  steps: z.array(Step),
  answer: z.string().nullable(),
  cost: Cost,
  replayOf: z.string().nullable(),
  workflow: z.object({ id: z.string(), runId: z.string().nullable(), url: z.string().nullable() }),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** Nothing was started for it, and its body was not kept. */
export const isSkippedWhilePaused = ({
  outcome,
  reason,
}: Pick<DeliveryRecord, 'outcome' | 'reason'>): boolean => outcome === 'skipped' && reason === 'paused';

/** One line of an automation's activity. */
export const ActivityRow = DeliveryRecord.pick({
  deliveryId: true,
  receivedAt: true,
  outcome: true,
  reason: true,
  reference: true,
  referenceUrl: true,
  cost: true,
  durationMs: true,
}).extend({ title: z.string() });
export type ActivityRow = z.infer<typeof ActivityRow>;
