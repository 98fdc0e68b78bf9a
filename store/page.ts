import { decodeCursor, encodeCursor } from '../domain/cursor.ts';
import type { Redis } from './connect.ts';

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

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
  const score = last === null ? '+inf' : String(last.at);
  const found: { value: string; score: number }[] = [];
  let offset = 0;
  // Members of one score come in reverse order of their names: skip those up to the last one shown.
  while (found.length <= limit) {
    const rows = await redis.zRangeWithScores(key, score, '-inf', {
      BY: 'SCORE',
      REV: true,
      LIMIT: { offset, count: limit + 1 },
    });
    offset += rows.length;
    found.push(...rows.filter((row) => !(last !== null && row.score === last.at && row.value >= last.id)));
    if (rows.length <= limit) break;
  }
  const shown = found.slice(0, limit);
  const end = shown.at(-1);
  const nextCursor = found.length > limit && end ? encodeCursor({ at: end.score, id: end.value }) : null;
  return { items: shown.map(({ value }) => value), nextCursor };
}
