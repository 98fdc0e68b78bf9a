import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { Redis } from './connection/connect.ts';

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A member of a sorted set: its score and the member itself. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

interface Below {
  /** The start: behind this one, or at the newest. */
  readonly last: Position | null;
  readonly count: number;
  /** Lowest and highest score, both included. Default: whatever. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The next members of a sorted set, newest first: `count` of them, fewer only at the end. */
export async function membersBelow(
  redis: Redis,
  key: string,
  { last, count, fromMs, toMs }: Below,
): Promise<readonly Position[]> {
  const highest = Math.min(last?.at ?? Infinity, toMs ?? Infinity);
  const [max, min] = [highest === Infinity ? '+inf' : String(highest), String(fromMs ?? '-inf')];
  const found: Position[] = [];
  // Members of one score come in reverse order of their names: skip those up to the last one shown.
  for (let offset = 0; found.length < count; offset += count) {
    const rows = await redis.zRangeWithScores(key, max, min, {
      BY: 'SCORE',
      REV: true,
      LIMIT: { offset, count },
    });
    const below = rows
      .map(({ value, score }) => ({ at: score, id: value }))
      .filter((row) => isBelow(row, last));
    found.push(...below);
    if (rows.length < count) break;
  }
  return found.slice(0, count);
}

const isBelow = (row: Position, last: Position | null) => last === null || newestFirst(last, row) < 0;

/** As Redis orders a sorted set in reverse: by score, then by the bytes of the member. Ids are ASCII. */
export const newestFirst = (one: Position, other: Position): number =>
  other.at - one.at || (other.id < one.id ? -1 : other.id > one.id ? 1 : 0);

/**
 * A page of the ids in a sorted set, newest first. The cursor names the last id shown with its score, so that a page
 * neither repeats nor skips what arrives or leaves in the meantime. Throws INVALID_REQUEST for a cursor of no page.
 */
export async function pageOfIds(
  redis: Redis,
  key: string,
  { limit, cursor }: PageQuery,
): Promise<Page<string>> {
  const last = cursor === undefined ? null : decodeCursor(cursor);
  const found = await membersBelow(redis, key, { last, count: limit + 1 });
  const shown = found.slice(0, limit);
  const end = shown.at(-1);
  return {
    items: shown.map(({ id }) => id),
    nextCursor: found.length > limit && end ? encodeCursor(end) : null,
  };
}
