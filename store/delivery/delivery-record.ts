import type { DeliveryRecord } from '../../capabilities/records.ts';
import { decoderOf } from '../../domain/body-text.ts';
import { limits } from '../../domain/limits.ts';
import { isSkippedWhilePaused } from '../../domain/skipped-while-paused.ts';
import { type Redis, withBuffers } from '../connect.ts';
import { keys } from '../records/index.ts';
import { reasonWithDamage } from '../run/damage.ts';
import { isoOrNull, stepsOf, timesOf } from '../run/view.ts';
import { storedDelivery } from './stored-delivery.ts';

/** One delivery as its owner reads it. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveryRecords({
  redis,
  workflowUrl,
}: {
  redis: Redis;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  async function find(workspaceId: string, deliveryId: string): Promise<DeliveryRecord | null> {
    const [stored, steps, firstBytes] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, deliveryId)),
      redis.hGetAll(keys.steps(workspaceId, deliveryId)),
      withBuffers(redis).getRange(keys.body(workspaceId, deliveryId), 0, limits.shownBodyBytesMax - 1),
    ]);
    const fields = storedDelivery(stored);
    if (fields === null) return null;
    const start = firstBytes ?? Buffer.alloc(0);
    const { workflowId, runId, contentType, sizeBytes, headers, reason, lastDuplicateAt, erasedAt, ...rest } =
      fields;
    const done = stepsOf(steps);
    return {
      deliveryId,
      ...rest,
      reason: reasonWithDamage(reason, done.damaged),
      ...timesOf(fields),
      lastDuplicateAt: isoOrNull(lastDuplicateAt),
      erasedAt: isoOrNull(erasedAt),
      arrived: {
        contentType,
        sizeBytes,
        headers,
        text: decoderOf(contentType).decode(start, { stream: sizeBytes > limits.shownBodyBytesMax }),
        truncated: erasedAt === null && sizeBytes > start.byteLength,
      },
      steps: [...done.steps],
      // No link to a run that never was.
      workflow: {
        id: workflowId,
        runId,
        url: isSkippedWhilePaused(fields) || erasedAt !== null ? null : workflowUrl(workflowId, runId),
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

  return { find, body };
}
