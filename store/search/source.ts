import type { Redis } from '../connect.ts';
import { membersBelow, newestFirst, type Position } from '../page.ts';

/** Gives the next deliveries behind a position, newest first: `count` of them, fewer only at the end. */
export type Source = (last: Position | null, count: number) => Promise<readonly Position[]>;

/** The moments between which deliveries arrived, both included. */
export interface Period {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** A sorted set of delivery ids by arrival. */
export const sortedSetSource =
  (redis: Redis, key: string, period: Period): Source =>
  async (last, count) =>
    await membersBelow(redis, key, { ...period, last, count });

/** A handful of deliveries that are known already. */
export const listSource =
  (positions: readonly Position[], { fromMs = -Infinity, toMs = Infinity }: Period): Source =>
  (last, count) =>
    Promise.resolve(
      positions
        .filter(({ at }) => at >= fromMs && at <= toMs)
        .filter((position) => last === null || newestFirst(last, position) < 0)
        .toSorted(newestFirst)
        .slice(0, count),
    );

/**
 * The deliveries of many sources in one order; one that several of them give comes once. At first only the newest of each
 * is read: no more than `count` of the sources can have a part in the answer.
 */
export const mergedSource =
  (sources: readonly Source[]): Source =>
  async (last, count) => {
    const concerned = sources.length <= 1 ? sources : await sourcesWithNewest(sources, last, count);
    const found = (await Promise.all(concerned.map((source) => source(last, count)))).flat();
    const once = new Map(found.map((position) => [position.id, position]));
    return [...once.values()].toSorted(newestFirst).slice(0, count);
  };

async function sourcesWithNewest(
  sources: readonly Source[],
  last: Position | null,
  count: number,
): Promise<readonly Source[]> {
  const heads = await Promise.all(
    sources.map(async (source) => {
      const [newest] = await source(last, 1);
      return newest === undefined ? [] : [{ source, newest }];
    }),
  );
  return heads
    .flat()
    .toSorted((one, other) => newestFirst(one.newest, other.newest))
    .slice(0, count)
    .map(({ source }) => source);
}
