import type { PolicyRecord } from '#contracts/policy.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { Page, PageQuery } from '../page.ts';

interface Position {
  readonly at: number;
  readonly id: string;
}
const positionOf = ({ createdAt, id }: PolicyRecord): Position => ({ at: createdAt, id });

/** Newest first; two of one moment in the order of their ids. */
const compare = (a: Position, b: Position) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** A page of an agent's policies. The cursor names the last one shown. Throws INVALID_REQUEST for one of no page. */
export function pageOfPolicies<Listed extends PolicyRecord>(
  records: readonly Listed[],
  { limit, cursor }: PageQuery,
): Page<Listed> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rest = records
    .toSorted((a, b) => compare(positionOf(a), positionOf(b)))
    .filter((record) => after === null || compare(positionOf(record), after) > 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rest.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null,
  };
}
