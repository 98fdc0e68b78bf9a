import type { z } from 'zod';

import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import type { Redis } from '../connection/connect.ts';
import type { Page, PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import { ShownRevision } from './shown-fields.ts';

/** A revision with its number. `savedAt` in epoch milliseconds; null where it was not noted. */
export type SavedRevision = Readonly<z.output<typeof ShownRevision>> & { readonly revision: number };

/** Revisions are never changed, and go with their automation. */
export function createRevisionList({ redis }: { readonly redis: Redis }) {
  /** Null where there is none, or where it cannot be read. */
  async function findRevision(
    workspaceId: string,
    id: string,
    revision: number,
  ): Promise<SavedRevision | null> {
    const read = ShownRevision.safeParse(await redis.hGetAll(keys.revision(workspaceId, id, revision)));
    return read.success ? { ...read.data, revision } : null;
  }

  /** A page of those up to `newest`, newest first, without any that cannot be read. */
  async function listRevisions(
    workspaceId: string,
    { id, newest }: { readonly id: string; readonly newest: number },
    { limit, cursor }: PageQuery,
  ): Promise<Page<SavedRevision>> {
    const from = cursor === undefined ? newest : Math.min(newest, decodeCursor(cursor).at - 1);
    const last = Math.max(1, from - limit + 1);
    const numbers = Array.from({ length: Math.max(0, from - last + 1) }, (_, index) => from - index);
    const found = await Promise.all(numbers.map((number) => findRevision(workspaceId, id, number)));
    return {
      items: found.filter((revision) => revision !== null),
      nextCursor: last > 1 && numbers.length > 0 ? encodeCursor({ at: last, id }) : null,
    };
  }

  return { findRevision, listRevisions };
}
