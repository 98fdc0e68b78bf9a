import type { ActivityRow } from '../../contracts/delivery.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { isDelivery, rowFieldNames, storedRow } from '../delivery/stored-delivery.ts';
import { keys } from '../records/index.ts';
import { causeOf } from '../../domain/caused-by.ts';
import { isoOrNull, timesOf } from '../run/view.ts';

/** A delivery as a search looks at it: the texts as they are stored, most of which it will not show. */
export interface Candidate {
  readonly deliveryId: string;
  readonly stored: Readonly<Record<string, string>>;
}

/** Reads a delivery for a search; null for what is gone, not accepted yet, or no delivery. */
export async function readCandidate(
  deps: ArchiveDeps,
  { workspaceId, deliveryId }: { readonly workspaceId: string; readonly deliveryId: string },
  options: { readonly withAnswer: boolean },
): Promise<Candidate | null> {
  const names = [...rowFieldNames(options), 'longAnswer'];
  const values = await deps.redis.hmGet(keys.run(workspaceId, deliveryId), [...names]);
  const stored: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value != null) stored[name] = value;
  }
  if (!isDelivery(stored)) return null;
  const isElsewhere = options.withAnswer && stored['longAnswer'] === '1';
  return { deliveryId, stored: isElsewhere ? { ...stored, ...(await answerOf()) } : stored };

  async function answerOf() {
    const { answer } = (await createStoredRuns(deps).read(workspaceId, deliveryId)).fields;
    return answer === undefined ? {} : { answer };
  }
}

/** What a list shows of it. */
export function rowOf({ deliveryId, stored }: Candidate): ActivityRow {
  const fields = storedRow(stored);
  const {
    answer: _,
    startedAt: __,
    finishedAt: ___,
    replayOf: ____,
    round: _____,
    lastDuplicateAt,
    eventName,
    ...shown
  } = fields;
  const { receivedAt, durationMs } = timesOf(fields);
  return {
    deliveryId,
    ...shown,
    receivedAt,
    durationMs,
    causedBy: causeOf(fields),
    title: titleOf({ ...shown, eventName }),
    lastDuplicateAt: isoOrNull(lastDuplicateAt),
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
