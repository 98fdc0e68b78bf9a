import type { ActivityRow } from '#contracts/delivery.ts';
import type { Outcome } from '#contracts/run.ts';
import { isArchiveUnavailable } from '../archive/read-blob.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { laterOutcome } from '../delivery/later-outcome.ts';
import { isDelivery, rowFieldNames, shownInRowNames, storedRow } from '../delivery/stored-delivery.ts';
import { keys } from '../records/index.ts';
import { causeOf } from '#domain/caused-by.ts';
import { pick } from '#domain/pick.ts';
import { isoOrNull, timesOf } from '../run/view.ts';

/** A delivery as a search looks at it: the texts as they are stored, most of which it will not show. */
export interface Candidate {
  readonly deliveryId: string;
  readonly stored: Readonly<Record<string, string>>;
  /** How what processes it again ended; null where there is none. */
  readonly ranOutcome: Outcome | null;
}

/**
 * Reads deliveries for one search; null for what is gone, not accepted yet, or no delivery. A long answer of an archived
 * one is read from the archive; if that fails once, this search skips all other long answers.
 */
export function createCandidates(
  deps: ArchiveDeps,
  { workspaceId, ...options }: { readonly workspaceId: string; readonly withAnswer: boolean },
) {
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
    const [answer, ranOutcome] = await Promise.all([
      isElsewhere ? answerOf(deliveryId) : {},
      laterOutcome(deps.redis, workspaceId, stored['replayedAs']),
    ]);
    return { deliveryId, stored: { ...stored, ...answer }, ranOutcome };
  }

  async function answerOf(deliveryId: string) {
    try {
      const { answer } = (await storedRuns.read(workspaceId, deliveryId)).fields;
      return answer === undefined ? {} : { answer };
    } catch (error) {
      if (!isArchiveUnavailable(error)) throw error;
      isArchiveAvailable = false;
      return {};
    }
  }

  return { read };
}

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
