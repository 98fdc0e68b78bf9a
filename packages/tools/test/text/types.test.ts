import { expect, test } from 'vitest';
import { call } from '../call.ts';

test.each([
  ['rust', 'pub struct Item {'],
  ['python', 'class Item:'],
  ['kotlin', 'data class Item ('],
  ['swift', 'struct Item'],
  ['csharp', 'public partial class Item'],
  ['go', 'Owner Owner'],
])('types of %s', async (language, part) => {
  const text = '{"id":1,"owner":{"name":"2020-01-01"}}';
  expect(await call('json-to-types', { text, language, name: 'Item' })).toContain(part);
});

test.each(['{', '', '{"__proto__":{"a":1},"constructor":2}', '"a"', '[]', '{"": 1}', '{"a-b":1,"a_b":2}'])(
  'types of %j are written or refused',
  async (text) => {
    const written = call('json-to-types', { text }).catch((error: unknown) => error);
    const outcome: unknown = await written;
    if (typeof outcome !== 'string') expect(outcome).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test('a date of the examples is a text', async () => {
  expect(await call('json-to-types', { text: '{"at":"2020-01-01T00:00:00Z"}' })).toMatch(/At string/);
});
