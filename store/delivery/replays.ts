import type { Outcome } from '../../contracts/run.ts';
import type { Redis } from '../connect.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { script } from '../script.ts';

/** Deliveries of an automation that ended so, and arrived from `fromMs` to `toMs` (epoch milliseconds, both included). */
export interface ReplaySelection {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly outcomes: readonly Exclude<Outcome, 'running'>[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where in a selection, oldest first, the work is: behind the delivery that arrived then and has this id. */
export interface ReplayPosition {
  readonly at: number;
  readonly id: string;
}

export interface ReplayCandidate extends ReplayPosition {
  /** A replay itself. */
  readonly isReplay: boolean;
  readonly wasReplayed: boolean;
}

const writeExisting = script('write-existing');

const batch = 200;

/** Which deliveries were replayed, and which of a time may be. */
export function createReplays({ redis }: { redis: Redis }) {
  const keysOf = ({ workspaceId, automationId, outcomes }: ReplaySelection) =>
    outcomes.map((outcome) => keys.activityWith(workspaceId, automationId, outcome));

  /** Notes by which delivery one was processed again; the last one counts. */
  async function noteReplay(workspaceId: string, firstId: string, replayId: string): Promise<void> {
    const fields = fieldsOf(runRecords.run.fields, { replayedAs: replayId });
    await writeExisting(redis, [keys.run(workspaceId, firstId)], fields);
  }

  /** The selection behind `after`, oldest first. */
  async function* candidates(
    selection: ReplaySelection,
    after: ReplayPosition | null,
  ): AsyncGenerator<ReplayCandidate> {
    for (let last = after; ;) {
      const found = await Promise.all(keysOf(selection).map((key) => rowsBehind(key, selection, last)));
      const rows = found.flat().toSorted(byAge).slice(0, batch);
      yield* await Promise.all(rows.map((row) => candidate(selection.workspaceId, row)));
      last = rows.at(-1) ?? null;
      if (last === null || rows.length < batch) return;
    }
  }

  /** How many of the selection are behind `after`. */
  async function countBehind(selection: ReplaySelection, after: ReplayPosition | null): Promise<number> {
    const counts = keysOf(selection).map(async (key) => {
      if (after === null) return await redis.zCount(key, selection.fromMs, selection.toMs);
      const [later, sameMoment] = await Promise.all([
        redis.zCount(key, `(${after.at}`, selection.toMs),
        redis.zRangeByScore(key, after.at, after.at),
      ]);
      return later + sameMoment.filter((id) => id > after.id).length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** At least `batch` rows behind `last`, or all that there are. */
  async function rowsBehind(
    key: string,
    { fromMs, toMs }: ReplaySelection,
    last: ReplayPosition | null,
  ): Promise<readonly ReplayPosition[]> {
    const rows: ReplayPosition[] = [];
    for (let offset = 0; rows.length < batch; offset += batch) {
      const page = await redis.zRangeWithScores(key, last?.at ?? fromMs, toMs, {
        BY: 'SCORE',
        LIMIT: { offset, count: batch },
      });
      rows.push(
        ...page
          .map(({ value, score }) => ({ at: score, id: value }))
          .filter((row) => last === null || byAge(row, last) > 0),
      );
      if (page.length < batch) break;
    }
    return rows;
  }

  async function candidate(workspaceId: string, row: ReplayPosition): Promise<ReplayCandidate> {
    const [replayOf, replayedAs] = await redis.hmGet(keys.run(workspaceId, row.id), [
      'replayOf',
      'replayedAs',
    ]);
    return { ...row, isReplay: replayOf !== null, wasReplayed: replayedAs !== null };
  }

  return { noteReplay, candidates, countBehind };
}

export type Replays = ReturnType<typeof createReplays>;

/** As Redis orders a sorted set: by score, then by the bytes of the member. Ids are ASCII. */
const byAge = (one: ReplayPosition, other: ReplayPosition): number =>
  one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
