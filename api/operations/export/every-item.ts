import type { PageQuery } from '#store/page.ts';

interface AnyPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const together = 100;

/** The items of all pages of a list, with one page in memory at a time. */
export async function* everyItem<T>(list: (query: PageQuery) => Promise<AnyPage<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list({ limit: together, cursor });
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
