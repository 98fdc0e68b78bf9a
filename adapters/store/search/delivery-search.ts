import type { ActivityRow } from '#contracts/delivery.ts';
import type { ArchiveDeps } from '../archive/stored-runs.ts';
import type { Page, PageQuery, Position } from '../page.ts';
import { isoOrNull } from '../run/view.ts';
import { createCandidates } from './candidates.ts';
import { collect, type Collected } from './collect.ts';
import { type DeliveryQuery, isNamedBy, isOfFailures, matchesFilters, mentions } from './query.ts';
import { createSources } from './sources-of-query.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';

export type { DeliveryQuery } from './query.ts';

/** A page of deliveries. `searchedTo`: the search ended there before it had enough, and goes on with `nextCursor`. */
export interface SearchPage extends Page<ActivityRow> {
  readonly searchedTo: string | null;
}

const exportedTogether = 200;
const nothing: Collected = { rows: [], position: null, isCutShort: false };

/**
 * The deliveries of a workspace, newest first. Those that `q` names come first, found by look-up; then those that mention
 * it: for these the deliveries are gone through, a bounded number in each call.
 */
export function createDeliverySearch({ redis, blobs }: ArchiveDeps) {
  const sources = createSources({ redis });

  /** Throws INVALID_REQUEST for a cursor of no page. */
  async function search(
    workspaceId: string,
    query: DeliveryQuery,
    { limit, cursor }: PageQuery,
  ): Promise<SearchPage> {
    const { q } = query;
    const start: SearchPosition = { part: q === undefined ? 'others' : 'named', position: null };
    const from = cursor === undefined ? start : readSearchCursor(cursor);
    const options = { withAnswer: q !== undefined, withFailure: isOfFailures(query) };
    const { read } = createCandidates({ redis, blobs }, { workspaceId, ...options });

    const named =
      q === undefined || from.part === 'others'
        ? nothing
        : await collect({
            source: await sources.named(workspaceId, query, q),
            read,
            isMatch: (found) => matchesFilters(found, query) && isNamedBy(found, q),
            after: from.position,
            limit,
          });
    if (named.position !== null) return pageOf(named, 'named');
    const left = limit - named.rows.length;
    if (left === 0)
      return { ...pageOf(named, 'named'), nextCursor: searchCursor({ part: 'others', position: null }) };

    const others = await collect({
      source: await sources.filtered(workspaceId, query),
      read,
      isMatch: (found) =>
        matchesFilters(found, query) && (q === undefined || (mentions(found, q) && !isNamedBy(found, q))),
      after: from.part === 'others' ? from.position : null,
      limit: left,
    });
    return pageOf({ ...others, rows: [...named.rows, ...others.rows] }, 'others');
  }

  /** All deliveries that a query finds, page by page. */
  async function* everyRow(
    workspaceId: string,
    query: DeliveryQuery,
  ): AsyncGenerator<readonly ActivityRow[]> {
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await search(workspaceId, query, { limit: exportedTogether, cursor });
      yield items;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  return { search, everyRow };
}

const pageOf = ({ rows, position, isCutShort }: Collected, part: SearchPosition['part']): SearchPage => ({
  items: rows,
  nextCursor: position === null ? null : searchCursor({ part, position }),
  searchedTo: isCutShort ? isoOrNull(position?.at ?? null) : null,
});

/** The position at which a search continues: among those that the text names, or behind them. */
interface SearchPosition {
  readonly part: 'named' | 'others';
  readonly position: Position | null;
}

const namedMark = '=';
/** Before the newest. */
const start: Position = { at: 999_999_999_999_999, id: '~' };

function searchCursor({ part, position }: SearchPosition): string {
  const { at, id } = position ?? start;
  return encodeCursor({ at, id: part === 'named' ? `${namedMark}${id}` : id });
}

/** Throws INVALID_REQUEST for a text that is no cursor. */
function readSearchCursor(cursor: string): SearchPosition {
  const { at, id } = decodeCursor(cursor);
  return id.startsWith(namedMark)
    ? { part: 'named', position: { at, id: id.slice(namedMark.length) } }
    : { part: 'others', position: { at, id } };
}
