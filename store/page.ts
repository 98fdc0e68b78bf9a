import type { Redis } from './connect.ts';

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * A page of the ids in a sorted set, newest first. The cursor names the last id shown with its score, so that a page
 * neither repeats nor skips what arrives or leaves in the meantime.
 */
export async function pageOfIds(
  redis: Redis,
  key: string,
  { limit, cursor }: PageQuery,
): Promise<Page<string>> {
  const [score, lastId] = cursor === undefined ? ['+inf', undefined] : splitCursor(cursor);
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
    found.push(
      ...rows.filter((row) => !(String(row.score) === score && lastId !== undefined && row.value >= lastId)),
    );
    if (rows.length <= limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = found.length > limit && last ? encodeCursor(String(last.score), last.value) : null;
  return { items: shown.map(({ value }) => value), nextCursor };
}

const encodeCursor = (score: string, id: string) => Buffer.from(`${score} ${id}`).toString('base64url');

/** Throws RangeError for a cursor that no page gave. */
function splitCursor(cursor: string): [string, string] {
  const match = /^(\d+) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new RangeError('Not a cursor of this list');
  return [match[1] ?? '', match[2] ?? ''];
}
