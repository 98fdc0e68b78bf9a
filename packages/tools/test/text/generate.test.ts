import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadTextTools } from '#tools/registry.ts';
import { call } from '../call.ts';

const { families } = await loadTextTools();

const seeded = families.flatMap(({ tools }) => tools).filter(({ params }) => 'seed' in params.shape);

test.each(seeded.map(({ id, example }) => ({ id, params: example.params })))(
  '$id: the same seed gives the same result',
  async ({ id, params }) => {
    const withSeed = { ...params, seed: 'fixed' };
    expect(await call(id, withSeed)).toBe(await call(id, withSeed));
  },
);

test.each(['generate-uuid', 'generate-ulid', 'generate-nanoid', 'generate-password', 'generate-token'])(
  '%s: without a seed no two results are equal',
  async (id) => {
    expect(await call(id, {})).not.toBe(await call(id, {}));
  },
);

test('UUIDs have their version and variant', async () => {
  const v4 = (await call('generate-uuid', { count: 1000 })).split('\n');
  expect(new Set(v4).size).toBe(1000);
  for (const id of v4) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('time-ordered ids rise and hold their moment', async () => {
  const moment = '2026-08-24T00:00:00Z';
  const v7 = (await call('generate-uuid', { version: 7, count: 1000, moment })).split('\n');
  expect(v7).toEqual(v7.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(Number.parseInt(v7[0]!.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(moment));
  const ulids = (await call('generate-ulid', { count: 1000, moment })).split('\n');
  expect(ulids).toEqual(ulids.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(ulids.map((id) => id.slice(0, 10))).size).toBe(1);
  for (const id of ulids) expect(id).toMatch(/^[0-7][\dA-HJKMNP-TV-Z]{25}$/);
});

test('every chosen set occurs in every password, and nothing else', async () => {
  const passwords = (
    await call('generate-password', { count: 100, length: 8, sets: ['lower', 'digits'] })
  ).split('\n');
  for (const password of passwords) {
    expect(password).toMatch(/^[a-z\d]{8}$/);
    expect(password).toMatch(/[a-z]/);
    expect(password).toMatch(/\d/);
  }
});

test('numbers stay within their bounds, unique ones are unique', async () => {
  const drawn = (await call('random-number', { min: 1, max: 50, count: 50, unique: true }))
    .split('\n')
    .map(Number);
  expect(drawn.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const decimals = (await call('random-number', { min: 0.1, max: 0.3, decimals: 1, count: 100 })).split('\n');
  expect(new Set(decimals)).toEqual(new Set(['0.1', '0.2', '0.3']));
});

test.each<[result: string, params: Record<string, unknown>]>([
  ['1.0\n0.5\n0.0', { from: 1, to: 0, step: 0.5 }],
  ['-01,00,01', { from: -1, to: 1, pad: 2, separator: ',' }],
  ['0.1 0.3 0.5', { from: 0.1, to: 0.5, step: 0.2, separator: ' ' }],
])('number-sequence: %s', async (result, params) => {
  expect(await call('number-sequence', params)).toBe(result);
});

test('lorem ipsum has as many words as asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.integer(), async (words, seed) => {
      expect((await call('lorem-ipsum', { words, seed })).split(/\s+/)).toHaveLength(words);
    }),
  );
});

const refused = [
  { id: 'random-number', params: { min: 2, max: 1 } },
  { id: 'random-number', params: { min: 1, max: 3, count: 4, unique: true } },
  { id: 'generate-uuid', params: { version: 4, moment: 0 } },
  { id: 'number-sequence', params: { from: 0, to: 100_000 } },
  { id: 'roll-dice', params: { dice: '0d6' } },
  { id: 'roll-dice', params: { dice: '2d0' } },
];

test.each(refused)('$id refuses $params', async ({ id, params }) => {
  await expect(call(id, params)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test.each([
  ['password123', 'very weak'],
  ['P@ssw0rd', 'very weak'],
  ['qwertyuiop', 'very weak'],
  ['2026-08-24', 'weak'],
  ['sunshine2024!', 'fair'],
  ['correct horse battery staple', 'very strong'],
  ['x9$Lq2!vTz8#', 'very strong'],
])('the password %s is %s', async (text, verdict) => {
  expect(JSON.parse(await call('password-strength', { text }))).toMatchObject({ verdict });
});
