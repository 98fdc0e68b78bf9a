import { causedFailure, lastFailure } from '#capabilities/failure.ts';
import type { DeliveryRecord } from '#capabilities/records.ts';
import { causeOf } from '#domain/caused-by.ts';
import { decoderOf } from '#domain/body-text.ts';
import { knownUntil, placeOfEventId } from '#domain/dedupe.ts';
import { type JsonValue, parseJson } from '#domain/json-value.ts';
import { limits } from '#domain/limits.ts';
import { pick } from '#domain/pick.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { reasonWithDamage } from '../run/damage.ts';
import { isoOrNull, stepsOf, timesOf } from '../run/view.ts';
import { laterOutcome } from './later-outcome.ts';
import { createRepeats } from './repeats.ts';
import { shownNames, storedDelivery } from './stored-delivery.ts';
import type { DoneBy } from '#contracts/done-by.ts';
import type { Outcome } from '#contracts/run.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';

export function createDeliveryBodies(deps: ArchiveDeps) {
  const storedRuns = createStoredRuns(deps);

  /** The body byte for byte; null where none is kept. */
  async function body(workspaceId: string, deliveryId: string): Promise<Buffer | null> {
    const { fields, body: bytes } = await storedRuns.read(workspaceId, deliveryId);
    return fields['kind'] === 'message' ? null : bytes;
  }

  return { body };
}

/** That of `ACTIVITY_RETENTION_DAYS`. */
const usualRetentionDays = 400;

/** One delivery as its owner reads it. `workflowUrl` leads to the Temporal Web UI, null where there is none. */
export function createDeliveryRecords({
  redis,
  blobs,
  retentionDays = usualRetentionDays,
  workflowUrl,
}: ArchiveDeps & {
  retentionDays?: number;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  const { repeats } = createRepeats({ redis });
  const storedRuns = createStoredRuns({ redis, blobs });

  async function find(workspaceId: string, deliveryId: string): Promise<DeliveryRecord | null> {
    const stored = await storedRuns.read(workspaceId, deliveryId, { bodyBytesMax: limits.shownBodyBytesMax });
    const fields = storedDelivery(stored.fields);
    if (fields === null) return null;
    const { workflowId, runId, replayedAs } = fields;
    const done = stepsOf(stored.steps);
    return {
      deliveryId,
      ...pick(fields, shownNames),
      reason: reasonWithDamage(fields.reason, done.damaged),
      ...timesOf(fields),
      nextTryAt: isoOrNull(fields.nextTryAt),
      ranAs: replayedAs,
      ranOutcome: await laterOutcome(redis, workspaceId, replayedAs),
      causedBy: causeOf(fields),
      dedupe: dedupeOf(deliveryId, fields, retentionDays),
      repeats: fields.duplicates === 0 ? [] : await repeats({ ...fields, workspaceId, deliveryId }),
      ...momentsOf(fields),
      arrived: arrivedOf(fields, stored.body ?? Buffer.alloc(0)),
      failure:
        fields.erasedAt === null ? causedFailure(fields, fields.failure ?? lastFailure(done.steps)) : null,
      steps: [...done.steps],
      by: doneBy(done.steps, fields.outcome),
      result: resultOf(fields),
      // No link to a run that never was.
      workflow: {
        id: workflowId,
        runId,
        url: isWithoutRun(fields) || fields.erasedAt !== null ? null : workflowUrl(workflowId, runId),
      },
    };
  }

  return { find };
}

type Stored = NonNullable<ReturnType<typeof storedDelivery>>;

/** It was skipped before any run began. */
const isWithoutRun = ({ outcome, runId }: Stored): boolean => outcome === 'skipped' && runId === null;

const momentsOf = ({ lastDuplicateAt, heldSince, erasedAt }: Stored) => ({
  lastDuplicateAt: isoOrNull(lastDuplicateAt),
  heldSince: isoOrNull(heldSince),
  erasedAt: isoOrNull(erasedAt),
});

const resultOf = ({ hasResult, answer }: Stored): JsonValue =>
  hasResult === true && answer !== null ? (parseJson(answer)?.value ?? null) : null;

const arrivedOf = (
  { contentType, sizeBytes, headers, erasedAt }: Stored,
  start: Buffer,
): DeliveryRecord['arrived'] => ({
  contentType,
  sizeBytes,
  headers,
  text: decoderOf(contentType).decode(start, { stream: sizeBytes > limits.shownBodyBytesMax }),
  truncated: erasedAt === null && sizeBytes > start.byteLength,
});

const dedupeOf = (deliveryId: string, fields: Stored, retentionDays: number): DeliveryRecord['dedupe'] => ({
  key: fields.eventId,
  source: fields.eventIdSource,
  from: placeOfEventId(fields),
  until: new Date(knownUntil(fields, retentionDays)).toISOString(),
  first: fields.replayOf ?? deliveryId,
});

/** By what a run was done, out of its steps; null before its first turn, and where none was taken. */
function doneBy(
  steps: readonly { readonly kind: string; readonly model?: unknown }[],
  outcome: Outcome,
): DoneBy {
  const models = steps.flatMap(({ kind, model }) =>
    kind === 'model' && typeof model === 'string' ? [model] : [],
  );
  const model = models.find((id) => id !== offlineModelId);
  if (model !== undefined) return { kind: 'model', model };
  if (models.length === 0) return null;
  return { kind: outcome === 'needs_model' ? 'rules' : 'plan' };
}
