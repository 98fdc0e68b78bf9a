import { causedFailure, failureOfRun, lastFailure } from '#capabilities/failure.ts';
import type { ActivityRow } from '#contracts/delivery.ts';
import type { Outcome } from '#contracts/run.ts';
import { isArchiveUnavailable } from '../archive/read-blob.ts';
import { type ArchiveDeps, createStoredRuns, type StoredRun } from '../archive/stored-runs.ts';
import { laterOutcome } from '../delivery/later-outcome.ts';
import { isDelivery, rowFieldNames, shownInRowNames, storedRow } from '../delivery/stored-delivery.ts';
import { keys } from '../records/index.ts';
import { causeOf } from '#domain/caused-by.ts';
import { failedOutcomes } from '#domain/failed-outcomes.ts';
import { pick } from '#domain/pick.ts';
import { isoOrNull, stepsOf, timesOf } from '../run/view.ts';

/** A delivery as a search looks at it: the texts as they are stored, most of which it will not show. */
export interface Candidate {
  readonly deliveryId: string;
  readonly stored: Readonly<Record<string, string>>;
  /** How what processes it again ended; null where there is none. */
  readonly ranOutcome: Outcome | null;
}

interface Options {
  readonly workspaceId: string;
  readonly withAnswer: boolean;
  /** Looks into the steps of what failed in an earlier release. */
  readonly withFailure?: boolean;
}

/**
 * Reads deliveries for one search; null for what is gone, not accepted yet, or no delivery. A long answer of an archived
 * one is read from the archive; if that fails once, this search skips all other long answers.
 */
export function createCandidates(deps: ArchiveDeps, { workspaceId, ...options }: Options) {
  const storedRuns = createStoredRuns(deps);
  const names = [...rowFieldNames(options), 'longAnswer'];
  let isArchiveAvailable = true;

  async function read(deliveryId: string): Promise<Candidate | null> {
    const values = await deps.redis.hmGet(keys.run(workspaceId, deliveryId), [...names]);
    const stored: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value != null) stored[name] = value;
    }
    if (!isDelivery(stored)) return null;
    const isElsewhere = options.withAnswer && stored['longAnswer'] === '1' && isArchiveAvailable;
    const isOlder = options.withFailure === true && stored['failure'] === undefined && hasFailed({ stored });
    const [answer, failure, ranOutcome] = await Promise.all([
      isElsewhere ? answerOf(deliveryId) : {},
      isOlder && isArchiveAvailable ? failureOf(deliveryId) : {},
      laterOutcome(deps.redis, workspaceId, stored['replayedAs']),
    ]);
    return { deliveryId, stored: { ...stored, ...answer, ...failure }, ranOutcome };
  }

  async function answerOf(deliveryId: string) {
    const { answer } = (await storedRun(deliveryId))?.fields ?? {};
    return answer === undefined ? {} : { answer };
  }

  async function failureOf(deliveryId: string) {
    const stored = await storedRun(deliveryId);
    return stored === null ? {} : failureIn(stored);
  }

  async function storedRun(deliveryId: string): Promise<StoredRun | null> {
    try {
      return await storedRuns.read(workspaceId, deliveryId, { bodyBytesMax: 1 });
    } catch (error) {
      if (!isArchiveUnavailable(error)) throw error;
      isArchiveAvailable = false;
      return null;
    }
  }

  return { read };
}

/** The failure of what an earlier release ended; nothing where that was erased. */
function failureIn({ fields, steps }: StoredRun) {
  if (fields['erasedAt'] !== undefined) return {};
  const failure = failureOfRun(storedRow(fields), lastFailure(stepsOf(steps).steps));
  return failure === null ? {} : { failure: JSON.stringify(failure) };
}

export const hasFailed = ({ stored }: Pick<Candidate, 'stored'>): boolean =>
  failedOutcomes.some((failed) => failed === stored['outcome']);

export function rowOf({ deliveryId, stored, ranOutcome }: Candidate): ActivityRow {
  const fields = storedRow(stored);
  const { receivedAt, durationMs } = timesOf(fields);
  return {
    deliveryId,
    ...pick(fields, shownInRowNames),
    receivedAt,
    heldSince: isoOrNull(fields.heldSince),
    durationMs,
    ranAs: fields.replayedAs,
    ranOutcome,
    causedBy: causeOf(fields),
    failure: fields.failure && causedFailure(fields, fields.failure),
    title: titleOf(fields),
    lastDuplicateAt: isoOrNull(fields.lastDuplicateAt),
    nextTryAt: isoOrNull(fields.nextTryAt),
  };
}

interface Named {
  readonly automationName?: string | undefined;
  readonly eventName?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

/** The name of the automation, and what the delivery is about. */
export function titleOf({ automationName = '', eventName, reference }: Named): string {
  const about = [eventName, reference].filter((part) => part != null).join(' ');
  return about === '' ? automationName : `${automationName}: ${about}`;
}
