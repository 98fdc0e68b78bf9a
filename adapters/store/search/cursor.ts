import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { Position } from '../page.ts';

/** The position at which a search continues: among those that the text names, or behind them. */
export interface SearchPosition {
  readonly part: 'named' | 'others';
  readonly position: Position | null;
}

const namedMark = '=';
/** Before the newest. */
const start: Position = { at: 999_999_999_999_999, id: '~' };

export function searchCursor({ part, position }: SearchPosition): string {
  const { at, id } = position ?? start;
  return encodeCursor({ at, id: part === 'named' ? `${namedMark}${id}` : id });
}

/** Throws INVALID_REQUEST for a text that is no cursor. */
export function readSearchCursor(cursor: string): SearchPosition {
  const { at, id } = decodeCursor(cursor);
  return id.startsWith(namedMark)
    ? { part: 'named', position: { at, id: id.slice(namedMark.length) } }
    : { part: 'others', position: { at, id } };
}
