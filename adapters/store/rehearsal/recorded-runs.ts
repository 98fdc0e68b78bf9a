import { randomBytes } from 'node:crypto';

import { Cost, EndedOutcome as Ended, type EndedOutcome } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { noCost } from '#domain/cost.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import type { Original } from '#rehearsal/played.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readableDelivery } from '../run/context.ts';
import type { Stored } from '../run/run-hashes.ts';
import { recordedRequests, stepsOf } from '../run/view.ts';

/** An ended run with all that is needed to play it again. */
export interface RecordedRun {
  readonly original: Original;
  readonly delivery: TurnDelivery;
  readonly body: Buffer;
  /** As its run began. */
  readonly record: Stored;
  /** No filter judged it. */
  readonly isSkippedAtDoor: boolean;
}

const StoredCost = json(Cost);

/** The lists of an automation that have ended deliveries. */
const endedOutcomes = Ended.options;

/** The fields that the run itself made. */
const madeByRun: ReadonlySet<string> = new Set([
  'filter',
  'answer',
  'nextTryAt',
  'reason',
  'warnings',
  'hasResult',
]);

interface RehearsedSelection {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** These alone. */
  readonly deliveryIds: readonly string[] | null;
}

export function createRecordedRuns(deps: ArchiveDeps) {
  const storedRuns = createStoredRuns(deps);
  const { redis } = deps;

  /** Null where it has not ended, or what arrived is not kept. Throws ARCHIVE_UNAVAILABLE. */
  async function read(workspaceId: string, deliveryId: string): Promise<RecordedRun | null> {
    const { fields, steps, body } = await storedRuns.read(workspaceId, deliveryId);
    const outcome = Ended.safeParse(fields['outcome']);
    const delivery = body === null ? null : readableDelivery(fields, body);
    if (!outcome.success || body === null || delivery === null || fields['erasedAt'] !== undefined)
      return null;
    return {
      original: originalOf(fields, steps, outcome.data),
      delivery,
      body,
      record: recordOf(fields),
      isSkippedAtDoor: isSkippedAtDoor({ outcome: outcome.data, reason: fields['reason'] ?? null }),
    };
  }

  /** The cost of runs: null where it is not known. */
  async function costs(workspaceId: string, ids: readonly string[]) {
    return await Promise.all(
      ids.map(async (id) => {
        const read = StoredCost.safeParse(await redis.hGet(keys.run(workspaceId, id), 'cost'));
        const { inputTokens, outputTokens, money } = read.success ? read.data : noCost;
        const tokens = inputTokens + outputTokens;
        return { tokens, micros: tokens === 0 ? 0 : money.amountMicros };
      }),
    );
  }

  return { read, costs, ...createSelection(deps) };
}

function createSelection({ redis }: Pick<ArchiveDeps, 'redis'>) {
  /** The ids of ended deliveries of an automation, newest first. */
  async function select(
    workspaceId: string,
    automationId: string,
    { deliveryIds, fromMs, toMs, limit }: RehearsedSelection,
  ): Promise<readonly string[]> {
    if (deliveryIds !== null) return await named(workspaceId, automationId, deliveryIds);
    const found = await Promise.all(
      endedOutcomes.map((outcome) =>
        redis.zRangeWithScores(keys.activityWith(workspaceId, automationId, outcome), toMs, fromMs, {
          BY: 'SCORE',
          REV: true,
          LIMIT: { offset: 0, count: limit },
        }),
      ),
    );
    const newest = found.flat().toSorted((one, other) => other.score - one.score);
    return newest.slice(0, limit).map(({ value }) => value);
  }

  async function named(
    workspaceId: string,
    automationId: string,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const found = await Promise.all(
      [...new Set(ids)].map(async (id) => {
        const [owner, outcome] = await redis.hmGet(keys.run(workspaceId, id), ['automationId', 'outcome']);
        return owner === automationId && Ended.safeParse(outcome).success ? [id] : [];
      }),
    );
    return found.flat();
  }

  return { select };
}

export type RecordedRuns = ReturnType<typeof createRecordedRuns>;

function originalOf(fields: Stored, steps: Stored, outcome: EndedOutcome): Original {
  const done = stepsOf(steps).steps;
  return {
    outcome,
    answer: fields['answer'] || null,
    isByPlan: done.every((step) => step.kind !== 'model' || step.model === offlineModelId),
    requests: recordedRequests(steps),
  };
}

/** Asked under the prompt that it had: the same nonce, access, clock and zone. */
const recordOf = (fields: Stored): Stored => ({
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => !madeByRun.has(name))),
  outcome: 'running',
  nonce: fields['nonce'] || randomBytes(16).toString('hex'),
  // Any day: its calls of models are paid out of the budget of the rehearsal.
  budgetDay: '1970-01-01',
});
