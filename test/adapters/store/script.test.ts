import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { named } from '#store/script.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis(inject('redisUrl'), () => {});
});
afterAll(() => redis.close());

const key = '{named}:arguments';
const ask = async (lua: string, values: Parameters<typeof named>[0], ...others: string[]) =>
  await redis.eval(`local given = cjson.decode(ARGV[1]) ${lua}`, {
    keys: [key],
    arguments: [named(values), ...others],
  });

it.each([
  ['quotes and backslashes', '"\\/\n\t'],
  ['a null character', 'a\u0000b'],
  ['characters of four bytes', '😀é漢'],
  ['half a character, with a whole one behind it', '\ud83d😀'],
  ['JSON with the escape of half a character', '{"a":"\\ud83d"}'],
  ['nothing', ''],
])('a named argument with %s is the same text as one of its own', async (_, text) => {
  expect(await ask('return {given.text, ARGV[2], #given.text - #ARGV[2]}', { text }, text)).toEqual([
    text.toWellFormed(),
    text.toWellFormed(),
    0,
  ]);
});

it('a named number is handed on exactly, up to the greatest that is exact here', async () => {
  const numbers = [0, -1, 1_764_243_756_123, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const lua = `local texts = {}
    for _, number in ipairs(given.numbers) do redis.call('SET', KEYS[1], number, 'PX', 60000); texts[#texts + 1] = redis.call('GET', KEYS[1]) end
    return texts`;
  expect(await ask(lua, { numbers })).toEqual(numbers.map(String));
});

it('an undefined value is nil, and a list without members is one', async () => {
  const lua =
    'return {given.none == nil and 1 or 0, given.no and 1 or 0, #given.empty, #given.rows[1].names}';
  expect(await ask(lua, { none: undefined, no: false, empty: [], rows: [{ names: ['a', 'b'] }] })).toEqual([
    1, 0, 0, 2,
  ]);
});
