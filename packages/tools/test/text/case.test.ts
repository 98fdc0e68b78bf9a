import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

const cases = [
  { name: 'Turkish i', id: 'upper-case', params: { text: 'ılık iyi', locale: 'tr-TR' }, result: 'ILIK İYİ' },
  { name: 'Turkish I', id: 'lower-case', params: { text: 'IĞDIR İ', locale: 'tr' }, result: 'ığdır i' },
  { name: 'German sharp s grows', id: 'upper-case', params: { text: 'straße' }, result: 'STRASSE' },
  {
    name: 'Greek loses its accents',
    id: 'upper-case',
    params: { text: 'άνθρωπος', locale: 'el' },
    result: 'ΑΝΘΡΩΠΟΣ',
  },
  {
    name: 'Chicago keeps long prepositions small',
    id: 'title-case',
    params: { text: 'walking between the lines' },
    result: 'Walking between the Lines',
  },
  {
    name: 'AP capitalises long prepositions',
    id: 'title-case',
    params: { text: 'walking between the lines', style: 'ap' },
    result: 'Walking Between the Lines',
  },
  {
    name: 'the last word is capitalised',
    id: 'title-case',
    params: { text: 'what are you waiting for' },
    result: 'What Are You Waiting For',
  },
  {
    name: 'a line whose only small letter begins its last word is all capitals',
    id: 'title-case',
    params: { text: 'AA a' },
    result: 'Aa A',
  },
  {
    name: 'names spelled on purpose stay',
    id: 'title-case',
    params: { text: 'the iPhone at NASA on example.com' },
    result: 'The iPhone at NASA on example.com',
  },
  {
    name: 'a shouted headline is calmed',
    id: 'title-case',
    params: { text: 'THE END OF THE ROAD' },
    result: 'The End of the Road',
  },
  {
    name: 'acronyms on request',
    id: 'sentence-case',
    params: { text: 'THE NASA REPORT', keepAcronyms: false },
    result: 'The nasa report',
  },
  {
    name: 'ordinals and decades keep their small letters',
    id: 'title-case',
    params: { text: 'friday the 13th of the 1990s' },
    result: 'Friday the 13th of the 1990s',
  },
  {
    name: 'ordinals keep their small letters',
    id: 'capitalize-words',
    params: { text: 'the 21st of may' },
    result: 'The 21st Of May',
  },
  {
    name: 'initials keep their capitals',
    id: 'capitalize-words',
    params: { text: 'the U.N. and me' },
    result: 'The U.N. And Me',
  },
  {
    name: 'initials keep their capitals on request',
    id: 'sentence-case',
    params: { text: 'dr. smith from the U.S. and NASA', keepAcronyms: true },
    result: 'Dr. smith from the U.S. and NASA',
  },
  {
    name: 'a dash begins a part, with blanks or without',
    id: 'title-case',
    params: { text: 'the start—the end–a note' },
    result: 'The Start—The End–A Note',
  },
  {
    name: 'a quotation begins with a capital, an initialism ends nothing',
    id: 'title-case',
    params: { text: 'we read “the lottery” of the U.N. and left' },
    result: 'We Read “The Lottery” of the U.N. and Left',
  },
  {
    name: 'each of two alternatives is a word, a path is none',
    id: 'title-case',
    params: { text: 'cats/dogs and/or docs/a.txt go-to-iPhone' },
    result: 'Cats/Dogs and/or docs/a.txt Go-to-iPhone',
  },
  {
    name: 'the dot of an abbreviation ends no sentence',
    id: 'sentence-case',
    params: { text: 'dr. smith from the U.S. and ms. jones. they met.' },
    result: 'Dr. smith from the u.s. and ms. jones. They met.',
  },
  {
    name: 'a number needs no underscore',
    id: 'camel-case',
    params: { text: 'version 2 draft' },
    result: 'version2Draft',
  },
  {
    name: 'two numbers stay apart',
    id: 'pascal-case',
    params: { text: 'version 1.2' },
    result: 'Version_1_2',
  },
  { name: 'each line begins anew', id: 'sentence-case', params: { text: 'ONE\nTWO' }, result: 'One\nTwo' },
  {
    name: 'each line is one name',
    id: 'snake-case',
    params: { text: 'First Name\r\nlastName' },
    result: 'first_name\r\nlast_name',
  },
  {
    name: 'the whole text is one name',
    id: 'camel-case',
    params: { text: 'first\nname', perLine: false },
    result: 'firstName',
  },
  { name: 'emoji pass', id: 'swap-case', params: { text: 'aB👩‍🚀' }, result: 'Ab👩‍🚀' },
];

test.each(cases)('$id: $name', async ({ id, params, result }) => {
  expect(await call(id, params)).toBe(result);
});

const idempotent = ['upper-case', 'lower-case', 'title-case', 'capitalize-words', 'snake-case', 'kebab-case'];
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '\n', '\r\n', '\t', '"', "'", '-', '_', 'é', 'ß', '👩‍🚀', '🇩🇪', '\u200B'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
  ),
  maxLength: 40,
});

describe('laws', () => {
  test.each(idempotent)('%s changes nothing the second time', async (id) => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const once = await call(id, { text: value });
        expect(await call(id, { text: once })).toBe(once);
      }),
    );
  });

  test('letters of ASCII swapped twice are as before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme-ascii' }), async (value) => {
        expect(await call('swap-case', { text: await call('swap-case', { text: value }) })).toBe(value);
      }),
    );
  });
});
