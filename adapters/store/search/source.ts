import type { Redis } from '../connection/connect.ts';
import { membersBelow, newestFirst, type Position } from '../page.ts';

/** Gives the next deliveries behind a position, newest first: `count` of them, fewer only at the end. */
export type Source = (last: Position | null, count: number) => Promise<readonly Position[]>;

/** The moments between which deliveries arrived, both included. */
export interface Period {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

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

/** The part of one source that was read so far. */
interface Reading {
  readonly source: Source;
  readonly last: Position | null;
  readonly isDrained: boolean;
}

const readAtFirstMin = 4;

/**
 * The deliveries of many sources in one order; one that several of them give comes once. A few are read of each, and more
 * only of those that may still have some of the newest.
 */
export const mergedSource =
  (sources: readonly Source[]): Source =>
  async (last, count) => {
    const found = new Map<string, Position>();
    let readings: readonly Reading[] = sources.map((source) => ({ source, last, isDrained: false }));
    let size = Math.max(readAtFirstMin, Math.ceil((2 * count) / Math.max(sources.length, 1)));
    for (; ; size *= 2) {
      const newest = [...found.values()].toSorted(newestFirst).slice(0, count);
      const worst = newest.length < count ? null : (newest.at(-1) ?? null);
      const mayHaveMore = ({ last: read, isDrained }: Reading) =>
        !isDrained && (worst === null || read === last || isNewer(read, worst));
      if (!readings.some(mayHaveMore)) return newest;
      readings = await Promise.all(
        readings.map(async (reading) => {
          if (!mayHaveMore(reading)) return reading;
          const more = await reading.source(reading.last, size);
          for (const position of more) found.set(position.id, position);
          return { ...reading, last: more.at(-1) ?? reading.last, isDrained: more.length < size };
        }),
      );
    }
  };

const isNewer = (one: Position | null, other: Position): boolean =>
  one === null || newestFirst(one, other) < 0;
