import type { PageQuery } from '#store/page.ts';

interface AnyPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const together = 100;

/** All pages of a list, one at a time. */
export async function* everyPage<T>(
  list: (query: PageQuery) => Promise<AnyPage<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list({ limit: together, cursor });
    yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Their items. */
export async function* everyItem<T>(list: (query: PageQuery) => Promise<AnyPage<T>>): AsyncGenerator<T> {
  for await (const items of everyPage(list)) yield* items;
}
