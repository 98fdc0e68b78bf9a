import type { ReplayPosition, ReplaySelection } from '#contracts/replay.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

const batch = 200;

/** Reads a selection from the sorted sets of its outcomes. */
export function createSelectionReader({ redis }: { redis: Redis }) {
  const keysOf = ({ workspaceId, automationId, outcomes }: ReplaySelection) =>
    outcomes.map((outcome) => keys.activityWith(workspaceId, automationId, outcome));

  /** The selection behind `after`, oldest first, in pages; the last one is shorter than the others or empty. */
  async function* pagesBehind(
    selection: ReplaySelection,
    after: ReplayPosition | null,
  ): AsyncGenerator<readonly ReplayPosition[]> {
    if (selection.deliveryIds !== undefined) {
      yield await namedBehind(redis, selection, after);
      return;
    }
    for (let last = after; ;) {
      const found = await Promise.all(
        keysOf(selection).map((key) => rowsBehind(redis, { ...selection, key, last })),
      );
      const page = found.flat().toSorted(byAge).slice(0, batch);
      yield page;
      last = page.at(-1) ?? last;
      if (page.length < batch) return;
    }
  }

  async function countBehind(selection: ReplaySelection, after: ReplayPosition | null): Promise<number> {
    if (selection.deliveryIds !== undefined) return (await namedBehind(redis, selection, after)).length;
    const { fromMs, toMs } = selection;
    const counts = keysOf(selection).map(async (key) => {
      if (after === null) return await redis.zCount(key, fromMs, toMs);
      const [later, sameMoment] = await Promise.all([
        redis.zCount(key, `(${after.at}`, toMs),
        redis.zRangeByScore(key, after.at, after.at),
      ]);
      return later + sameMoment.filter((id) => id > after.id).length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  return { pagesBehind, countBehind };
}

async function namedBehind(
  redis: Redis,
  { workspaceId, automationId, outcomes, fromMs, toMs, deliveryIds = [] }: ReplaySelection,
  after: ReplayPosition | null,
): Promise<readonly ReplayPosition[]> {
  const found = await Promise.all(
    [...new Set(deliveryIds)].map(async (id) => {
      const fields = ['automationId', 'outcome', 'receivedAt'];
      const [owner, outcome, receivedAt] = await redis.hmGet(keys.run(workspaceId, id), fields);
      const isSelected = owner === automationId && outcomes.some((wanted) => wanted === outcome);
      return isSelected ? [{ at: Number(receivedAt), id }] : [];
    }),
  );
  return found
    .flat()
    .filter(({ at }) => at >= fromMs && at <= toMs)
    .filter((row) => after === null || byAge(row, after) > 0)
    .toSorted(byAge);
}

interface RowQuery extends Pick<ReplaySelection, 'fromMs' | 'toMs'> {
  readonly key: string;
  readonly last: ReplayPosition | null;
}

/** At least `batch` rows behind `last`, or all that there are. */
async function rowsBehind(
  redis: Redis,
  { key, fromMs, toMs, last }: RowQuery,
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

/** As Redis orders a sorted set: by score, then by the bytes of the member. Ids are ASCII. */
const byAge = (one: ReplayPosition, other: ReplayPosition): number =>
  one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
