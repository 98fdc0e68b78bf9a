import type { z } from 'zod';

import type { Repeat } from '#contracts/event.ts';
import { deliveryIdOf, repeatWorkflowIdOf } from '#domain/run-id.ts';
import { type Redis, withBuffers } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { repeatRecords, StoredRepeat } from '../records/repeat.ts';

const Item = json(StoredRepeat);
const KeptFields = repeatRecords.keptRepeat.fields.omit({
  body: true,
  automationId: true,
  workflowId: true,
  receivedAt: true,
  sizeBytes: true,
  bodyDigest: true,
  replayOf: true,
  // A delivery that its owner runs begins a loop of its own.
  round: true,
  causedBy: true,
});

/** The last repeat that had another body, as it arrived. */
export type KeptRepeat = Omit<z.output<typeof KeptFields>, 'number'>;

interface DeliveryRef {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
}

export function createRepeats({ redis }: { readonly redis: Redis }) {
  /** Newest first; what cannot be read is left out. */
  async function repeats({ workspaceId, automationId, deliveryId }: DeliveryRef): Promise<Repeat[]> {
    const [items, kept] = await Promise.all([
      redis.lRange(keys.repeats(workspaceId, deliveryId), 0, -1),
      redis.hGet(keys.keptRepeat(workspaceId, deliveryId), 'number'),
    ]);
    const stored = items.flatMap((item) => Item.safeParse(item).data ?? []);
    return await Promise.all(
      stored.map(async ({ at, differs = null, number, ...repeat }) => {
        const ranAs = deliveryIdOf(repeatWorkflowIdOf({ automationId, deliveryId }, number));
        const phase = await redis.hGet(keys.run(workspaceId, ranAs), 'phase');
        return {
          ...repeat,
          number,
          at: new Date(at).toISOString(),
          differs,
          canRun: differs === false || kept === String(number),
          ranAs: phase === 'confirmed' ? ranAs : null,
        };
      }),
    );
  }

  /** The repeat of this number, where its body is kept because it is another than that of the first. */
  async function keptRepeat(
    workspaceId: string,
    deliveryId: string,
    number: number,
  ): Promise<{ readonly arrived: KeptRepeat; readonly body: Buffer } | null> {
    const key = keys.keptRepeat(workspaceId, deliveryId);
    const [fields, body] = await Promise.all([
      readFields(redis, key, KeptFields),
      withBuffers(redis).hGet(key, 'body'),
    ]);
    if (fields === null || body === null || fields.number !== number) return null;
    const { number: _, ...arrived } = fields;
    return { arrived, body };
  }

  return { repeats, keptRepeat };
}
