import fc from 'fast-check';
import { expect, test } from 'vitest';

import { newestFirst, type Position } from '#store/page.ts';
import { listSource, mergedSource, type Source } from '#store/search/source.ts';

const position = fc.record({ at: fc.integer({ min: 0, max: 40 }), id: fc.stringMatching(/^[a-d]{1,3}$/) });
/** Lists that share deliveries, all of which have one moment, and of which some are far longer than others. */
const lists = fc
  .array(fc.uniqueArray(position, { selector: ({ id }) => id, maxLength: 80 }), { maxLength: 8 })
  .map((all) => {
    const known = new Map<string, Position>();
    return all.map((list) =>
      list.map((one) => known.get(one.id) ?? (known.set(one.id, one), one)).toSorted(newestFirst),
    );
  });

test('many lists are read as one, newest first, from any position', async () => {
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.option(position),
      fc.integer({ min: 1, max: 60 }),
      async (all, last, count) => {
        const merged = mergedSource(all.map((list) => listSource(list, {})));
        const everything = [...new Map(all.flat().map((one) => [one.id, one])).values()]
          .toSorted(newestFirst)
          .filter((one) => last === null || newestFirst(last, one) < 0);
        expect(await merged(last, count)).toEqual(everything.slice(0, count));
      },
    ),
  );
});

test('only a few are read from a list that has none of the newest', async () => {
  const old = Array.from({ length: 1_000 }, (_, index) => ({ at: index, id: `old-${index}` }));
  const recent = Array.from({ length: 1_000 }, (_, index) => ({ at: 5_000 + index, id: `new-${index}` }));
  const read = { old: 0, recent: 0 };
  const counted =
    (name: keyof typeof read, source: Source): Source =>
    async (last, count) => {
      const found = await source(last, count);
      read[name] += found.length;
      return found;
    };
  const merged = mergedSource([
    counted('old', listSource(old, {})),
    ...Array.from({ length: 9 }, () => counted('old', listSource([], {}))),
    counted('recent', listSource(recent, {})),
  ]);
  expect((await merged(null, 50)).map(({ id }) => id)).toEqual(
    recent
      .toReversed()
      .slice(0, 50)
      .map(({ id }) => id),
  );
  expect(read.old).toBeLessThan(50);
  expect(read.recent).toBeLessThan(150);
});
