import { z } from 'zod';

import { type ActivityRow, type DeliveryRecord, EventIdSource, FilterRecord } from '../contracts/delivery.ts';
import { Cost, Outcome, Step } from '../contracts/run.ts';
import { noCost } from '../domain/cost.ts';
import { limits } from '../domain/limits.ts';
import { type Redis, withBuffers } from './connect.ts';
import { keys } from './keys.ts';
import { type Page, pageOfIds, type PageQuery } from './page.ts';

const json = <T>(schema: z.ZodType<T>) => z.string().transform((text) => schema.parse(JSON.parse(text)));
const epochMs = z.coerce.number();
const optionalText = z.string().nullable().default(null);

const Fields = z.object({
  phase: z.literal('confirmed'),
  automationId: z.string(),
  automationName: z.string(),
  agentId: z.string(),
  revision: z.coerce.number(),
  workflowId: z.string(),
  eventId: z.string(),
  eventIdSource: EventIdSource,
  sizeBytes: z.coerce.number(),
  headers: json(z.record(z.string(), z.string())),
  receivedAt: epochMs,
  startedAt: epochMs.nullable().default(null),
  finishedAt: epochMs.nullable().default(null),
  outcome: Outcome,
  reason: optionalText,
  reference: optionalText,
  referenceUrl: optionalText,
  contentType: optionalText,
  replayOf: optionalText,
  runId: optionalText,
  answer: optionalText.transform((text) => (text === '' ? null : text)),
  filter: json(FilterRecord).nullable().default(null),
  cost: json(Cost).default(noCost),
});
type Fields = z.infer<typeof Fields>;

const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
const durationOf = ({ receivedAt, finishedAt }: Fields) =>
  finishedAt === null ? null : finishedAt - receivedAt;

/** Deliveries as their owner reads them. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveries({
  redis,
  workflowUrl,
}: {
  redis: Redis;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  async function fieldsOf(workspaceId: string, deliveryId: string): Promise<Fields | null> {
    const fields = await redis.hGetAll(keys.delivery(workspaceId, deliveryId));
    return fields['phase'] === 'confirmed' ? Fields.parse(fields) : null;
  }

  async function find(workspaceId: string, deliveryId: string): Promise<DeliveryRecord | null> {
    const [fields, steps, firstBytes] = await Promise.all([
      fieldsOf(workspaceId, deliveryId),
      redis.hGetAll(keys.steps(workspaceId, deliveryId)),
      withBuffers(redis).getRange(keys.body(workspaceId, deliveryId), 0, limits.shownBodyBytesMax - 1),
    ]);
    if (fields === null) return null;
    const start = firstBytes ?? Buffer.alloc(0);
    const { phase: _, workflowId, runId, contentType, sizeBytes, headers, ...rest } = fields;
    return {
      deliveryId,
      ...rest,
      receivedAt: new Date(fields.receivedAt).toISOString(),
      startedAt: iso(fields.startedAt),
      finishedAt: iso(fields.finishedAt),
      durationMs: durationOf(fields),
      arrived: {
        contentType,
        sizeBytes,
        headers,
        text: new TextDecoder().decode(start, { stream: sizeBytes > limits.shownBodyBytesMax }),
        truncated: sizeBytes > start.byteLength,
      },
      steps: Object.entries(steps)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, step]) => Step.parse(JSON.parse(step))),
      workflow: { id: workflowId, runId, url: workflowUrl(workflowId, runId) },
    };
  }

  /** The body byte for byte; null where none is kept. */
  async function body(workspaceId: string, deliveryId: string): Promise<Buffer | null> {
    return await withBuffers(redis).get(keys.body(workspaceId, deliveryId));
  }

  /** The activity of an automation, newest first. */
  async function activity(
    workspaceId: string,
    automationId: string,
    { outcome, ...query }: PageQuery & { outcome: Outcome | undefined },
  ): Promise<Page<ActivityRow>> {
    const { items, nextCursor } = await pageOfIds(
      redis,
      keys.activity(workspaceId, automationId, outcome),
      query,
    );
    const rows = await Promise.all(items.map((id) => row(workspaceId, id)));
    return { items: rows.filter((found) => found !== null), nextCursor };
  }

  async function row(workspaceId: string, deliveryId: string): Promise<ActivityRow | null> {
    const fields = await fieldsOf(workspaceId, deliveryId);
    if (fields === null) return null;
    const { outcome, reason, reference, referenceUrl, automationName, cost } = fields;
    return {
      deliveryId,
      outcome,
      reason,
      reference,
      referenceUrl,
      cost,
      receivedAt: new Date(fields.receivedAt).toISOString(),
      title: reference === null ? automationName : `${automationName}: ${reference}`,
      durationMs: durationOf(fields),
    };
  }

  return { find, body, activity };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
