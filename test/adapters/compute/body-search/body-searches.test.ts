import { afterAll, describe, expect, test } from 'vitest';

import { createBodySearches } from '#compute/body-search/body-searches.ts';
import type { BodySearch, Matches } from '#contracts/body-search.ts';

const crashes: unknown[] = [];
const { search, close } = createBodySearches({ onCrash: (error) => crashes.push(error), timeoutMs: 20_000 });
afterAll(close);

const window = { offset: 0, limit: 1_000 };
const json = (value: unknown) => ({ text: JSON.stringify(value), contentType: 'application/json' });
const ask = async (body: { text: string; contentType: string | null }, asked: object) =>
  await search(body, { ...window, aggregate: null, ...asked } as BodySearch, 'ws_1');
const query = async (body: Parameters<typeof ask>[0], path: string, more: object = {}) =>
  await ask(body, { kind: 'query', path, ...more });
const find = async (body: Parameters<typeof ask>[0], needle: string, more: object = {}) =>
  await ask(body, { kind: 'find', needle, ...more });
const linesOf = (answer: unknown) =>
  (answer as Matches).lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

/** A million bytes, as much as a delivery may have. */
const large = json({
  order: {
    items: Array.from({ length: 14_000 }, (_, id) => ({
      id,
      sku: `SKU-${id}`,
      price: `${id % 100}.10`,
      note: 'n'.repeat(12),
    })),
  },
});

describe('a query', () => {
  test('finds one item in a million bytes', async () => {
    expect(large.text.length).toBeGreaterThan(900_000);
    expect(await query(large, '$.order.items[?@.sku == "SKU-13579"]')).toEqual({
      kind: 'matches',
      total: 1,
      offset: 0,
      nextOffset: null,
      lines:
        '{"at":"/order/items/13579","value":{"id":13579,"sku":"SKU-13579","price":"79.10","note":"nnnnnnnnnnnn"}}',
    });
  });

  test('counts and adds up all of them, to the last digit', async () => {
    const shared = { kind: 'aggregate', matches: 14_000, others: 0 };
    expect(await query(large, '$.order.items[*]', { aggregate: 'count' })).toEqual({
      ...shared,
      aggregate: 'count',
      value: '14000',
    });
    expect(await query(large, '$..price', { aggregate: 'sum' })).toEqual({
      ...shared,
      aggregate: 'sum',
      value: '694400',
    });
  });

  test('gives its matches page by page, each of them once', async () => {
    const ids: unknown[] = [];
    let offset: number | null = 0;
    while (offset !== null && ids.length < 700) {
      const answer = (await query(large, '$.order.items[*].id', { offset })) as Matches;
      ids.push(...linesOf(answer).map(({ value }) => value));
      offset = answer.nextOffset;
    }
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, id) => id));
    expect(await query(large, '$.order.items[*].id', { offset: 13_999 })).toMatchObject({ nextOffset: null });
    expect(await query(large, '$.order.items[*].id', { offset: 99_999 })).toMatchObject({
      nextOffset: null,
      lines: '',
    });
    expect(linesOf(await query(large, '$..id', { limit: 3 }))).toHaveLength(3);
  });

  test.each([
    ['sum', '7.55', 2],
    ['average', '2.5166666667', 2],
    ['min', '-0.45', 2],
    ['max', '5', 2],
    ['count', '5', 0],
  ])('computes the %s of numbers and of texts that are numbers', async (aggregate, value, others) => {
    const body = json({ prices: [3, '5.00', -0.45, 'free', null] });
    expect(await query(body, '$.prices[*]', { aggregate })).toMatchObject({ value, matches: 5, others });
  });

  test('computes with every digit that the sender wrote', async () => {
    const body = { text: '{"a":[0.1,0.2,9007199254740993,1.10]}', contentType: null };
    expect(await query(body, '$.a[*]', { aggregate: 'sum' })).toMatchObject({ value: '9007199254740994.4' });
    expect(linesOf(await query(body, '$.a[3]'))).toEqual([{ at: '/a/3', value: 1.1 }]);
    expect(await query(body, '$.a[2:]')).toMatchObject({
      lines: '{"at":"/a/2","value":9007199254740993}\n{"at":"/a/3","value":1.10}',
    });
  });

  test('computes nothing of nothing', async () => {
    expect(await query(json({}), '$.a[*]', { aggregate: 'sum' })).toMatchObject({ value: '0', matches: 0 });
    expect(await query(json({}), '$.a[*]', { aggregate: 'max' })).toMatchObject({ value: null, matches: 0 });
  });

  test('finds the earliest and the latest of dates', async () => {
    const body = json(['2026-03-01', '2025-12-31', '2026-01-07']);
    expect(await query(body, '$[*]', { aggregate: 'min' })).toMatchObject({ value: '2025-12-31' });
    expect(await query(body, '$[*]', { aggregate: 'max' })).toMatchObject({ value: '2026-03-01' });
  });

  test('lists the different values, the commonest first', async () => {
    const body = json(['EUR', 'USD', 'EUR', 7, '7', 'EUR']);
    expect(linesOf(await query(body, '$[*]', { aggregate: 'distinct' }))).toEqual([
      { count: 3, value: 'EUR' },
      { count: 1, value: 'USD' },
      { count: 1, value: 7 },
      { count: 1, value: '7' },
    ]);
  });

  test('reads the fields of a form', async () => {
    const form = {
      text: 'name=Ada+L&tag=a&tag=b',
      contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    };
    expect(linesOf(await query(form, '$..*'))).toEqual([
      { at: '/name', value: 'Ada L' },
      { at: '/tag', value: ['a', 'b'] },
      { at: '/tag/0', value: 'a' },
      { at: '/tag/1', value: 'b' },
    ]);
  });

  test('tells a value that is too long by its size or its beginning', async () => {
    const [list, text] = linesOf(
      await query(json([Array.from({ length: 900 }, String), 'x'.repeat(5_000)]), '$[*]'),
    );
    expect(list).toEqual({ at: '/0', items: 900 });
    expect(text).toEqual({ at: '/1', value: `${'x'.repeat(1_000)}… (+4000 chars)` });
  });

  test.each(['$.a[', 'items[0]', '$[?nope(@)]', '$[?@.a = 1]'])(
    'says what is wrong with %s',
    async (path) => {
      expect(await query(json({}), path)).toEqual({
        kind: 'refused',
        message: expect.stringContaining('The query is no JSONPath (RFC 9535): '),
      });
    },
  );

  test('is not for text', async () => {
    expect(await query({ text: 'hello', contentType: 'text/plain' }, '$.a')).toMatchObject({
      kind: 'refused',
    });
  });

  test('that would take for ever is given up, and the next one is answered', async () => {
    await using hasty = {
      // Limits of processor time: on a busy machine it may take long.
      ...createBodySearches({ onCrash: () => {}, timeoutMs: 500, elapsedMsMax: 120_000 }),
      [Symbol.asyncDispose]: async () => await hasty.close(),
    };
    const hostile = { kind: 'query', path: '$[?match(@, "(a+)+b")]', aggregate: null, ...window } as const;
    expect(await hasty.search(json(['a'.repeat(60)]), hostile, 'ws_1')).toEqual({
      kind: 'refused',
      message: 'The search took too much time or memory. Ask for less: a simpler path.',
    });
    const path = '$[?match(@, "a+")]';
    expect(await search(json(['aa']), { ...hostile, path }, 'ws_1')).toMatchObject({ total: 1 });
    expect(crashes).toEqual([]);
  });
});

describe('a text', () => {
  test('is found in names and values, in any case, with where it stands', async () => {
    const body = json({ a: [{ Tracking: null }, { note: 'the TRACKING code' }], 'x/y': { tracking: 17 } });
    expect(linesOf(await find(body, 'tracking'))).toEqual([
      { at: '/a/0/Tracking', value: 'null' },
      { at: '/a/1/note', value: 'the TRACKING code' },
      { at: '/x~1y/tracking', value: '17' },
    ]);
  });

  test('is found in a million bytes', async () => {
    expect(linesOf(await find(large, 'sku-13579'))).toEqual([
      { at: '/order/items/13579/sku', value: 'SKU-13579' },
    ]);
  });

  test('is found in text with what stands around it', async () => {
    const text = `${'a'.repeat(300)} Invoice (7) ${'b'.repeat(300)}`;
    const [match] = linesOf(await find({ text, contentType: 'text/plain' }, 'invoice (7)'));
    expect(match).toEqual({ at: 301, text: `…${'a'.repeat(119)} Invoice (7) ${'b'.repeat(119)}…` });
  });

  test('that stands often is told in full count and in part', async () => {
    const body = { text: 'ab '.repeat(300_000), contentType: 'text/plain' };
    const answer = (await find(body, 'AB')) as Matches;
    expect(answer).toMatchObject({ total: 300_000, offset: 0 });
    expect(answer.lines.length).toBeLessThan(17_000);
    expect(linesOf(await find(body, 'ab', { offset: 299_999 }))).toMatchObject([{ at: 899_997 }]);
  });

  test('is found decoded in a form', async () => {
    const form = { text: 'name=Ada+L%C3%B8v', contentType: 'application/x-www-form-urlencoded' };
    expect(linesOf(await find(form, 'ada løv'))).toEqual([{ at: '/name', value: 'Ada Løv' }]);
  });
});
