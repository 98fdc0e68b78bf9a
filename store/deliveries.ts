import { z } from 'zod';

import type { DeliveryRecord } from '../capabilities/records.ts';
import { type ActivityRow, EventIdSource, FilterRecord } from '../contracts/delivery.ts';
import type { Outcome } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import { decoderOf } from '../domain/body-text.ts';
import { limits } from '../domain/limits.ts';
import { isSkippedWhilePaused } from '../domain/skipped-while-paused.ts';
import { type Redis, withBuffers } from './connect.ts';
import { keys } from './keys.ts';
import { type Page, pageOfIds, type PageQuery } from './page.ts';
import { json, optionalText, runFields, stepsOf, timesOf } from './record-fields.ts';
import { deliveryOf } from './run-context.ts';

const Fields = z.object({
  automationId: z.string(),
  automationName: z.string(),
  revision: z.coerce.number(),
  ...runFields,
  eventId: z.string(),
  eventIdSource: EventIdSource,
  sizeBytes: z.coerce.number(),
  headers: json(z.record(z.string(), z.string())),
  reference: optionalText,
  referenceUrl: optionalText,
  contentType: optionalText,
  replayOf: optionalText,
  filter: json(FilterRecord).nullable().default(null),
});
type Fields = z.infer<typeof Fields>;

/** Looking for deliveries with a body ends after so many pages: most of a paused automation have none. */
const newestPagesMax = 10;

/** Deliveries as their owner reads them. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveries({
  redis,
  workflowUrl,
}: {
  redis: Redis;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  /** Null for a message of a chat too, whose record is of the same kind. */
  async function fieldsOf(workspaceId: string, deliveryId: string): Promise<Fields | null> {
    const fields = await redis.hGetAll(keys.run(workspaceId, deliveryId));
    return fields['phase'] === 'confirmed' && fields['kind'] !== 'message' ? Fields.parse(fields) : null;
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
      ...timesOf(fields),
      arrived: {
        contentType,
        sizeBytes,
        headers,
        text: decoderOf(contentType).decode(start, { stream: sizeBytes > limits.shownBodyBytesMax }),
        truncated: sizeBytes > start.byteLength,
      },
      steps: stepsOf(steps),
      // No link to a run that never was.
      workflow: {
        id: workflowId,
        runId,
        url: isSkippedWhilePaused(fields) ? null : workflowUrl(workflowId, runId),
      },
    };
  }

  /** The body byte for byte; null where none is kept. */
  async function body(workspaceId: string, deliveryId: string): Promise<Buffer | null> {
    const [kind, bytes] = await Promise.all([
      redis.hGet(keys.run(workspaceId, deliveryId), 'kind'),
      withBuffers(redis).get(keys.body(workspaceId, deliveryId)),
    ]);
    return kind === 'message' ? null : bytes;
  }

  /** The activity of an automation, newest first. */
  async function activity(
    workspaceId: string,
    automationId: string,
    { outcome, ...query }: PageQuery & { outcome?: Outcome | undefined },
  ): Promise<Page<ActivityRow>> {
    const { items, nextCursor } = await pageOfIds(
      redis,
      outcome === undefined
        ? keys.activity(workspaceId, automationId)
        : keys.activityWith(workspaceId, automationId, outcome),
      query,
    );
    const rows = await Promise.all(items.map((id) => row(workspaceId, id)));
    return { items: rows.filter((found) => found !== null), nextCursor };
  }

  async function row(workspaceId: string, deliveryId: string): Promise<ActivityRow | null> {
    const fields = await fieldsOf(workspaceId, deliveryId);
    if (fields === null) return null;
    const { outcome, reason, reference, referenceUrl, automationName, cost } = fields;
    const { receivedAt, durationMs } = timesOf(fields);
    return {
      deliveryId,
      outcome,
      reason,
      reference,
      referenceUrl,
      cost,
      receivedAt,
      title: reference === null ? automationName : `${automationName}: ${reference}`,
      durationMs,
    };
  }

  /** The newest deliveries of an automation whose body is kept, at most `limit`, as a run reads them. */
  async function* newest(
    workspaceId: string,
    automationId: string,
    limit: number,
  ): AsyncGenerator<{ readonly deliveryId: string; readonly delivery: TurnDelivery }> {
    const key = keys.activity(workspaceId, automationId);
    let [left, cursor]: [number, string | null | undefined] = [limit, undefined];
    for (let page = 0; page < newestPagesMax && left > 0 && cursor !== null; page += 1) {
      const { items, nextCursor } = await pageOfIds(redis, key, { limit, cursor });
      cursor = nextCursor;
      for (const deliveryId of items) {
        const delivery = left > 0 ? await stored(workspaceId, deliveryId) : null;
        if (delivery === null) continue;
        left -= 1;
        yield { deliveryId, delivery };
      }
    }
  }

  async function stored(workspaceId: string, deliveryId: string): Promise<TurnDelivery | null> {
    const [fields, bytes] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, deliveryId)),
      withBuffers(redis).get(keys.body(workspaceId, deliveryId)),
    ]);
    const isKept = fields['phase'] === 'confirmed' && fields['kind'] !== 'message' && bytes !== null;
    return isKept ? deliveryOf(fields, bytes) : null;
  }

  return { find, body, activity, newest };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
