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
  {
    name: 'numbers with signs and exponents',
    id: 'extract-numbers',
    params: { text: '-1.5, +2e3, a7, 3-4, 1.2.3' },
    result: '-1.5\n+2e3\n3\n4',
  },
  {
    name: 'European style',
    id: 'extract-numbers',
    params: { text: 'Summe 1.234,50 €', style: 'european' },
    result: '1234.50',
  },
  {
    name: 'hidden addresses',
    id: 'extract-emails',
    params: { text: 'a.b+c@example.co.uk; not@an@address; x@y' },
    result: 'a.b+c@example.co.uk',
  },
  {
    name: 'file names are no domains',
    id: 'extract-urls',
    params: { text: 'see readme.txt and example.com/x?y=1#z.' },
    result: 'example.com/x?y=1#z',
  },
  {
    name: 'IPv6 forms',
    id: 'extract-ips',
    params: { text: '::1, fe80::1%eth0, 2001:db8::8a2e:370:7334. 999.1.1.1 12:30' },
    result: '::1\nfe80::1%eth0\n2001:db8::8a2e:370:7334',
  },
  {
    name: 'ranges on request',
    id: 'extract-ips',
    params: { text: 'allow 10.0.0.0/8', withRanges: true },
    result: '10.0.0.0/8',
  },
  { name: 'emoji one by one', id: 'extract-emoji', params: { text: '👍🏽👍 1 #' }, result: '👍🏽\n👍' },
  {
    name: 'marks that do not close',
    id: 'extract-between',
    params: { text: '[a] [b', start: '[', end: ']' },
    result: 'a',
  },
  {
    name: 'numbers without a country need the country',
    id: 'extract-phone-numbers',
    params: { text: '030 123456', country: 'DE', form: 'e164' },
    result: '+4930123456',
  },
];

test.each(cases)('$id: $name', async ({ id, params, result }) => {
  expect(await call(id, params)).toBe(result);
});

const refusals = [
  { name: 'an empty find', id: 'find-replace', params: { text: 'a', find: '' } },
  { name: 'a template without its value', id: 'fill-template', params: { text: '{{a}}', values: {} } },
  { name: 'a group that is not there', id: 'regex-extract', params: { text: 'a', pattern: 'a', group: 1 } },
  { name: 'a country that is none', id: 'extract-phone-numbers', params: { text: '1', country: 'XX' } },
];

test.each(refusals)('$id refuses $name', async ({ id, params }) => {
  await expect(call(id, params)).rejects.toThrow();
});

describe('laws', () => {
  test('what is escaped matches itself and nothing else', async () => {
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
