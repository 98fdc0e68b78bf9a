import { randomUUID } from 'node:crypto';

import type { Blobs } from '#blobs/blobs.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { DeliveryRun } from '#contracts/run.ts';
import { noUsage } from '#domain/no-usage.ts';
import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { type Arrival, createAdmissions } from '#store/admission/admissions.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createRuns } from '#store/run/runs.ts';
import { readMemory } from '#store/connection/memory.ts';
import { keys } from '#store/records/index.ts';
import { type Keep, newSeededWorkspace, type Service } from './console-seed.ts';
import { median } from './load.ts';

interface Filling {
  readonly service: Service;
  readonly blobs: Blobs;
  readonly count: number;
}

/** Archived before the next ones are stored, so that no more memory is needed than years leave. */
const together = 10_000;
const archiveAfterHours = 48;
const sampleSize = 200;
const longAfterMs = 1_000 * 24 * 60 * 60_000;

/** Bytes of one delivery. */
export interface Sizes {
  /** In Redis, with its entries in lists and indexes. */
  readonly fresh: number;
  readonly archived: number;
  /** Its record alone, once it is archived. */
  readonly stub: number;
  readonly blob: number;
}

/** A workspace with so many deliveries, all of which were accepted, ended and archived, by the scripts of the service. */
export async function fillYears({ service, blobs, count }: Filling) {
  const { redis } = service;
  const counted = countBytes(blobs);
  const { workspaceId, token, store } = await newSeededWorkspace(service, count, keepEnded);
  const now = () => Date.now() + longAfterMs;
  const archiver = createArchiver({ redis, blobs: counted.blobs, archiveAfterHours, now });
  const before = (await readMemory(redis)).used;
  let [fresh, sample]: [number, readonly string[]] = [0, []];
  for (let start = 0; start < count; start += together) {
    const end = Math.min(start + together, count);
    sample = (await store(start, end)).slice(0, sampleSize);
    if (start === 0) fresh = ((await readMemory(redis)).used - before) / end;
    await archiveAll(archiver, workspaceId);
    if (end % 100_000 === 0) console.error(`${end.toLocaleString('en')} deliveries are stored`);
  }
  const archived = ((await readMemory(redis)).used - before) / count;
  const stub = median(await Promise.all(sample.map((id) => memoryOf(redis, keys.run(workspaceId, id)))));
  return { token, sizes: { fresh, archived, stub, blob: counted.bytes() / count } satisfies Sizes };
}

async function archiveAll({ archiveEnded }: ReturnType<typeof createArchiver>, workspaceId: string) {
  for (;;) {
    const { done, failures } = await archiveEnded(workspaceId);
    if (failures[0] !== undefined) throw failures[0].error;
    if (done === 0) return;
  }
}

const memoryOf = async (redis: Redis, key: string): Promise<number> => (await redis.memoryUsage(key)) ?? 0;

function countBytes(blobs: Blobs) {
  let bytes = 0;
  const put: Blobs['put'] = async (key, content) => {
    bytes += content.size;
    await blobs.put(key, content);
  };
  return { blobs: { ...blobs, put }, bytes: () => bytes };
}

/** Accepted, begun, one turn of a model and its answer, ended two seconds later. */
function keepEnded(redis: Redis): Keep {
  const { admit, confirm } = createAdmissions({ redis });
  return async (hook, given, number) => {
    const workflowId = workflowIdOf(hook.automationId, `id/evt-${number}`);
    const arrival: Arrival = {
      ...given,
      workflowId,
      deliveryId: deliveryIdOf(workflowId),
      body: bodyOf(number),
      headers: { 'content-type': 'application/json', 'user-agent': 'Shop/2.1', 'x-request-id': randomUUID() },
    };
    const { deliveryId, receivedAt } = arrival;
    const run: DeliveryRun = { kind: 'delivery', ...hook, deliveryId };
    const startedAt = receivedAt.toISOString();
    const runs = createRuns({ redis, now: () => receivedAt.getTime() + 2_000 });
    await admit(hook, arrival, { attempt: 'started' });
    await confirm(hook, deliveryId);
    await runs.begin(run, randomUUID(), randomUUID().replaceAll('-', ''));
    await runs.saveTurn(run, 1, turnOf(number, startedAt));
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    return deliveryId;
  };
}

/** An order of about 1 kB. */
const bodyOf = (number: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      event_id: `evt-${number}`,
      order: {
        id: number,
        status: 'paid',
        total: (number % 100_000) / 100,
        customer: { name: `Customer ${number % 977}`, city: `City ${number % 89}` },
        lines: Array.from({ length: 6 }, (_, line) => ({
          sku: `SKU-${(number * 31 + line * 7) % 99_991}`,
          title: `Article ${(number + line) % 4_999}`,
          quantity: 1 + ((number + line) % 5),
        })),
      },
    }),
  );

function turnOf(number: number, startedAt: string) {
  const answer = `Order ${number} is entered in the ledger.`;
  const [model, summary] = ['offline/rules-1', 'the answer'];
  const output: TurnOutput = {
    messages: [],
    calls: [],
    isDone: true,
    answer,
    needsModel: null,
    failure: null,
    usage: noUsage,
    cost: { state: 'none', amountMicros: null, currency: 'USD', priceTable: null },
    model,
    finishReason: 'stop',
    summary,
  };
  const step = {
    kind: 'model',
    startedAt,
    durationMs: 1,
    model,
    summary,
    inputTokens: 0,
    outputTokens: 0,
  } as const;
  return { output, step, told: { access: [], timeZone: 'UTC' } };
}
