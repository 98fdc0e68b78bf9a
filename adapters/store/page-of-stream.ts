import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { Redis } from './connection/connect.ts';
import type { Page, PageQuery } from './page.ts';

export interface StreamEntry {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

/** A page of the entries of a stream, newest first. Throws INVALID_REQUEST for a cursor of no page. */
export async function pageOfStream(
  redis: Redis,
  key: string,
  { limit, cursor }: PageQuery,
): Promise<Page<StreamEntry>> {
  const start = cursor === undefined ? '+' : beforeOf(cursor);
  const entries = (await redis.xRevRange(key, start, '-', { COUNT: limit + 1 })) ?? [];
  const items = entries.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: entries.length > limit && last ? cursorOf(last.id) : null };
}

/** When an entry was appended, by the clock of Redis. */
export const timeOfEntry = (entryId: string): string => new Date(parseInt(entryId, 10)).toISOString();

function cursorOf(entryId: string): string {
  const [ms, id = ''] = entryId.split('-');
  return encodeCursor({ at: Number(ms), id });
}

function beforeOf(cursor: string): string {
  const { at, id } = decodeCursor(cursor, /^\d{1,15}$/);
  return `(${at}-${id}`;
}
