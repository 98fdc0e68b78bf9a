import { expect, test } from 'vitest';
import { z } from 'zod';

import {
  emptyForNull,
  epochMs,
  fieldsOf,
  hashOf,
  integer,
  json,
  optionalText,
  orNull,
} from '#store/records/fields.ts';

const Fields = z.object({
  name: z.string(),
  count: integer.default(0),
  at: orNull(epochMs),
  note: optionalText,
  filter: emptyForNull,
  parts: json(z.array(z.string())),
});
const values = { name: 'A', count: 3, at: 1_700_000_000_000, note: 'n', filter: 'f', parts: ['x', 'y'] };

test('a schema reads back the values that it writes', () => {
  const stored = hashOf(Fields, values);
  expect(stored).toEqual({ ...values, count: '3', at: '1700000000000', parts: '["x","y"]' });
  expect(Fields.parse(stored)).toEqual(values);
});

test('a null or absent value is left out, but for text whose absence is written', () => {
  expect(fieldsOf(Fields, { name: 'A', at: null, note: undefined, filter: null })).toEqual([
    'name',
    'A',
    'filter',
    '',
  ]);
  expect(Fields.parse({ name: 'A', filter: '', parts: '[]' })).toEqual({
    name: 'A',
    count: 0,
    at: null,
    note: null,
    filter: null,
    parts: [],
  });
});

test('a name that the schema does not have does not compile, and throws where the type hides it', () => {
  const wider = { name: 'A', color: 'red' };
  // @ts-expect-error: the schema has no color.
  expect(() => fieldsOf(Fields, wider)).toThrow('no field color');
  // @ts-expect-error: the same as an object.
  expect(() => hashOf(Fields, wider)).toThrow('no field color');
  const narrowed: { name: string } = wider;
  expect(() => fieldsOf(Fields, narrowed)).toThrow('no field color');
});

test.each([
  ['parts', 'no JSON'],
  ['parts', '{"a":1}'],
  ['count', 'many'],
  ['at', '-1'],
])('a field %s that holds %j is an issue of that field', (name, text) => {
  const stored = { ...hashOf(Fields, values), [name]: text };
  expect(Fields.safeParse(stored).error?.issues.map(({ path }) => path[0])).toEqual([name]);
});
