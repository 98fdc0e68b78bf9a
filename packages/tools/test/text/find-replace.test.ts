import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

const cases: [id: string, name: string, params: Record<string, unknown>, result: string][] = [
  [
    'find-replace',
    'any case, same positions',
    { text: 'İİ Ab aB', find: 'ab', replacement: 'x', ignoreCase: true },
    'İİ x x',
  ],
  [
    'find-replace',
    'a dollar is a dollar',
    { text: 'price', find: 'price', replacement: '$& $1 $$' },
    '$& $1 $$',
  ],
  [
    'find-replace',
    'whole words beside letters outside the basic plane',
    { text: '𝒳a a', find: 'a', replacement: 'b', wholeWord: true },
    '𝒳a b',
  ],
  [
    'find-replace',
    'an accented letter belongs to the word',
    { text: 'caf café', find: 'caf', replacement: 'x', wholeWord: true },
    'x café',
  ],
  [
    'regex-replace',
    'groups by name',
    { text: 'k=v', pattern: '(?P<key>\\w)=(?<value>\\w)', replacement: '${value}:${key}' },
    'v:k',
  ],
  ['regex-replace', 'empty matches', { text: 'ab', pattern: 'x*', replacement: '-' }, '-a-b-'],
  ['regex-replace', 'only so many', { text: 'aaa', pattern: 'a', replacement: 'b', max: 2 }, 'bba'],
  ['regex-extract', 'lines by flag', { text: 'a1\na2', pattern: '^a(\\d)$', flags: 'm', group: 1 }, '1\n2'],
  ['regex-extract', 'any case by flag', { text: 'Ab aB', pattern: 'ab', flags: 'i' }, 'Ab\naB'],
  [
    'fill-template',
    'prototype names are no values',
    { text: '{{constructor}}', values: {}, keepMissing: true },
    '{{constructor}}',
  ],
];

test.each(cases)('%s: %s', async (id, _name, params, result) => {
  expect(await call(id, params)).toBe(result);
});

const refusals: [id: string, name: string, params: Record<string, unknown>][] = [
  ['find-replace', 'an empty find', { text: 'a', find: '' }],
  ['fill-template', 'a template without its value', { text: '{{a}}', values: {} }],
  ['regex-extract', 'a group that is not there', { text: 'a', pattern: 'a', group: 1 }],
];

test.each(refusals)('%s refuses %s', async (id, _name, params) => {
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
