import type { PolicyRecord } from '../contracts/policy.ts';
import type { Page, PageQuery } from './page.ts';

interface Place {
  readonly createdAt: number;
  readonly id: string;
}

/** Newest first; two of one moment in the order of their ids. */
const compare = (a: Place, b: Place) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const cursorOf = ({ createdAt, id }: Place) => Buffer.from(`${createdAt} ${id}`).toString('base64url');

function placeOf(cursor: string): Place {
  const [, createdAt, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) throw new RangeError('Not a cursor of this list');
  return { createdAt: Number(createdAt), id };
}

/** A page of an agent's policies. The cursor names the last one shown. Throws RangeError for one that no page gave. */
export function pageOfPolicies(
  records: readonly PolicyRecord[],
  { limit, cursor }: PageQuery,
): Page<PolicyRecord> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const rest = records
    .toSorted(compare)
    .filter((record) => after === undefined || compare(record, after) > 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rest.length > limit && last ? cursorOf(last) : null };
}
