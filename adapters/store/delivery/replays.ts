import { doneWriteOf } from '#capabilities/done-write.ts';
import type { ReplayPosition, ReplaySelection } from '#contracts/replay.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { stepsOf } from '../run/view.ts';
import { script } from '../script.ts';
import { laterOutcome } from './later-outcome.ts';
import { createSelectionReader } from './replay-selection.ts';
import { isDelivery, storedRow } from './stored-delivery.ts';

interface ReplayCandidate extends ReplayPosition {
  /** A replay itself. */
  readonly isReplay: boolean;
  readonly wasReplayed: boolean;
  /** Its replay succeeded, or that of its replay. */
  readonly succeededLater: boolean;
}

const amendRun = script('amend-run', ['fields-of', 'storage']);

export function createReplays({ redis, blobs }: ArchiveDeps) {
  const storedRuns = createStoredRuns({ redis, blobs });
  const { pagesBehind, countBehind } = createSelectionReader({ redis });

  /** Notes by which delivery one was processed again; the last one counts. */
  async function noteReplay(workspaceId: string, firstId: string, replayId: string): Promise<void> {
    const fields = fieldsOf(runRecords.run.fields, { replayedAs: replayId });
    await amendRun(redis, [keys.run(workspaceId, firstId)], fields);
  }

  async function* candidates(
    selection: ReplaySelection,
    after: ReplayPosition | null,
  ): AsyncGenerator<ReplayCandidate> {
    for await (const page of pagesBehind(selection, after))
      yield* await Promise.all(page.map((row) => candidate(selection.workspaceId, row)));
  }

  async function candidate(workspaceId: string, row: ReplayPosition): Promise<ReplayCandidate> {
    const fields = ['replayOf', 'replayedAs'];
    const [replayOf, replayedAs] = await redis.hmGet(keys.run(workspaceId, row.id), fields);
    const later = await laterOutcome(redis, workspaceId, replayedAs);
    return {
      ...row,
      isReplay: replayOf !== null,
      wasReplayed: replayedAs !== null,
      succeededLater: later === 'succeeded',
    };
  }

  /** Why another run of it would do something a second time; null where it would not. */
  async function doneWrite(workspaceId: string, deliveryId: string): Promise<string | null> {
    const stored = await storedRuns.read(workspaceId, deliveryId, { bodyBytesMax: 1 });
    const { steps } = stepsOf(stored.steps);
    return isDelivery(stored.fields) ? doneWriteOf({ ...storedRow(stored.fields), steps }) : null;
  }

  return { noteReplay, candidates, countBehind, doneWrite };
}
