import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

const cases = [
  {
    name: 'any case, same positions',
    id: 'find-replace',
    params: { text: 'İİ Ab aB', find: 'ab', replacement: 'x', ignoreCase: true },
    result: 'İİ x x',
  },
  {
    name: 'a dollar is a dollar',
    id: 'find-replace',
    params: { text: 'price', find: 'price', replacement: '$& $1 $$' },
    result: '$& $1 $$',
  },
  {
    name: 'whole words beside letters outside the basic plane',
    id: 'find-replace',
    params: { text: '𝒳a a', find: 'a', replacement: 'b', wholeWord: true },
    result: '𝒳a b',
  },
  {
    name: 'an accented letter belongs to the word',
    id: 'find-replace',
    params: { text: 'caf café', find: 'caf', replacement: 'x', wholeWord: true },
    result: 'x café',
  },
  {
    name: 'groups by name',
    id: 'regex-replace',
    params: { text: 'k=v', pattern: '(?P<key>\\w)=(?<value>\\w)', replacement: '${value}:${key}' },
    result: 'v:k',
  },
  {
    name: 'empty matches',
    id: 'regex-replace',
    params: { text: 'ab', pattern: 'x*', replacement: '-' },
    result: '-a-b-',
  },
  {
    name: 'only so many',
    id: 'regex-replace',
    params: { text: 'aaa', pattern: 'a', replacement: 'b', max: 2 },
    result: 'bba',
  },
  {
    name: 'lines by flag',
    id: 'regex-extract',
    params: { text: 'a1\na2', pattern: '^a(\\d)$', flags: 'm', group: 1 },
    result: '1\n2',
  },
  {
    name: 'any case by flag',
    id: 'regex-extract',
    params: { text: 'Ab aB', pattern: 'ab', flags: 'i' },
    result: 'Ab\naB',
  },
  {
    name: 'prototype names are no values',
    id: 'fill-template',
    params: { text: '{{constructor}}', values: {}, keepMissing: true },
    result: '{{constructor}}',
  },
];

test.each(cases)('$id: $name', async ({ id, params, result }) => {
  expect(await call(id, params)).toBe(result);
});

const refusals = [
  { name: 'an empty find', id: 'find-replace', params: { text: 'a', find: '' } },
  { name: 'a template without its value', id: 'fill-template', params: { text: '{{a}}', values: {} } },
  { name: 'a group that is not there', id: 'regex-extract', params: { text: 'a', pattern: 'a', group: 1 } },
];

test.each(refusals)('$id refuses $name', async ({ id, params }) => {
  await expect(call(id, params)).rejects.toMatchObject({ code: expect.any(String) });
});

describe('laws', () => {
  test('an escaped text matches itself and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 50 }), async (text) => {
        const pattern = await call('regex-escape', { text });
        fc.pre(pattern.length <= 500);
        expect(
          await call('regex-replace', { text, pattern: `^(?:${pattern})$`, flags: 's', replacement: 'x' }),
        ).toBe('x');
      }),
    );
  });

  test('replacing is what split and join do', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(
        letters,
        letters.filter((find) => find !== ''),
        letters,
        async (text, find, replacement) => {
          expect(await call('find-replace', { text, find, replacement })).toBe(
            text.split(find).join(replacement),
          );
        },
      ),
    );
  });
});

describe('fill-template', () => {
  test('reaches into objects and lists; a name with a dot comes first', async () => {
    const values = { user: { name: 'Ada', none: null }, items: ['x', 'y'], 'user.age': 36 };
    expect(
      await call('fill-template', { text: '{{user.name}} {{items.1}} {{user.age}}{{user.none}}', values }),
    ).toBe('Ada y 36');
  });

  test.each([
    ['{{user}}', 'an object'],
    ['{{items}}', 'a list'],
    ['{{user.constructor}}', 'no value for user.constructor'],
    ['{{items.length.x}}', 'no value'],
  ])('refuses %s', async (text, message) => {
    await expect(
      call('fill-template', { text, values: { user: { name: 'Ada' }, items: [1] } }),
    ).rejects.toThrow(message);
  });
});
