import { describe, expect, it } from 'vitest';

import { type JsonValue, parseJson } from '#domain/json-value.ts';
import { shapeSentence } from '#domain/shape-sentence.ts';
import { shapeOf } from '#domain/shape.ts';

const shown = (value: JsonValue) =>
  Object.fromEntries([...shapeOf(value)].map(([pointer, types]) => [pointer, [...types].toSorted()]));

describe('the shape of a body', () => {
  it('names the type of each member, and of what is in lists', () => {
    const order = { id: 7, paid: true, note: 'x', none: null, items: [{ total: 1 }, { total: '2' }, 3] };
    expect(shown({ order })).toEqual({
      '/order': ['object'],
      '/order/id': ['number'],
      '/order/paid': ['true or false'],
      '/order/note': ['text'],
      '/order/items': ['list'],
      '/order/items/*': ['number', 'object'],
      '/order/items/*/total': ['number', 'text'],
    });
  });

  it('takes a long number for a number', () => {
    expect(shown(parseJson('{"id":820982911946154508}')!.value)).toEqual({ '/id': ['number'] });
  });

  it('leaves out names that are data', () => {
    expect(shown({ 'ann@company.example': 1, '2026-11-22': 1, user_12345: 1, 'a b': 1, ok: 1 })).toEqual({
      '/ok': ['number'],
    });
  });

  it('is bounded, however large the body is', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`m${'x'.repeat(i % 40)}_${i % 999}`, i]),
    );
    const deep = Array.from({ length: 60 }).reduce<JsonValue>((inner) => ({ a: inner }), 1);
    const lists = Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => wide));
    for (const value of [wide, deep, lists]) expect(shapeOf(value).size).toBeLessThanOrEqual(200);
  });

  it('for a value that is not an object is that of its parts', () => {
    expect(shown('text')).toEqual({});
    expect(shown([1, 'a'])).toEqual({ '/*': ['number', 'text'] });
  });
});

describe('a change in words', () => {
  const change = {
    pointer: '/order/items/*/total',
    was: 'number',
    is: 'text',
    since: Date.UTC(2026, 10, 17, 23, 30),
  } as const;

  it('names the day of the week, in the time zone of the owner', () => {
    const now = Date.UTC(2026, 10, 22);
    expect(shapeSentence(change, { timeZone: 'UTC', now })).toBe(
      '`order.items.*.total` was a number, is a text since Tuesday.',
    );
    expect(shapeSentence(change, { timeZone: 'Europe/Berlin', now })).toContain('since Wednesday.');
  });

  it('names the date once that is long ago', () => {
    const now = Date.UTC(2027, 0, 1);
    expect(shapeSentence({ ...change, was: 'list', is: 'true or false' }, { timeZone: 'UTC', now })).toBe(
      '`order.items.*.total` was a list, is true or false since 17 November 2026.',
    );
  });
});
