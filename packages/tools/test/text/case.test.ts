import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

const cases: [id: string, name: string, params: Record<string, unknown>, result: string][] = [
  ['upper-case', 'Turkish i', { text: 'ılık iyi', locale: 'tr-TR' }, 'ILIK İYİ'],
  ['lower-case', 'Turkish I', { text: 'IĞDIR İ', locale: 'tr' }, 'ığdır i'],
  ['upper-case', 'German sharp s grows', { text: 'straße' }, 'STRASSE'],
  ['upper-case', 'Greek loses its accents', { text: 'άνθρωπος', locale: 'el' }, 'ΑΝΘΡΩΠΟΣ'],
  [
    'title-case',
    'Chicago keeps long prepositions small',
    { text: 'walking between the lines' },
    'Walking between the Lines',
  ],
  [
    'title-case',
    'AP capitalises long prepositions',
    { text: 'walking between the lines', style: 'ap' },
    'Walking Between the Lines',
  ],
  [
    'title-case',
    'the last word is capitalised',
    { text: 'what are you waiting for' },
    'What Are You Waiting For',
  ],
  [
    'title-case',
    'a line whose only small letter begins its last word is all capitals',
    { text: 'AA a' },
    'Aa A',
  ],
  [
    'title-case',
    'names spelled on purpose stay',
    { text: 'the iPhone at NASA on example.com' },
    'The iPhone at NASA on example.com',
  ],
  ['title-case', 'a shouted headline is calmed', { text: 'THE END OF THE ROAD' }, 'The End of the Road'],
  [
    'sentence-case',
    'acronyms on request',
    { text: 'THE NASA REPORT', keepAcronyms: false },
    'The nasa report',
  ],
  [
    'title-case',
    'ordinals and decades keep their small letters',
    { text: 'friday the 13th of the 1990s' },
    'Friday the 13th of the 1990s',
  ],
  ['capitalize-words', 'ordinals keep their small letters', { text: 'the 21st of may' }, 'The 21st Of May'],
  ['capitalize-words', 'initials keep their capitals', { text: 'the U.N. and me' }, 'The U.N. And Me'],
  [
    'sentence-case',
    'initials keep their capitals on request',
    { text: 'dr. smith from the U.S. and NASA', keepAcronyms: true },
    'Dr. smith from the U.S. and NASA',
  ],
  [
    'title-case',
    'a dash begins a part, with blanks or without',
    { text: 'the start—the end–a note' },
    'The Start—The End–A Note',
  ],
  [
    'title-case',
    'a quotation begins with a capital, an initialism ends nothing',
    { text: 'we read “the lottery” of the U.N. and left' },
    'We Read “The Lottery” of the U.N. and Left',
  ],
  [
    'title-case',
    'each of two alternatives is a word, a path is none',
    { text: 'cats/dogs and/or docs/a.txt go-to-iPhone' },
    'Cats/Dogs and/or docs/a.txt Go-to-iPhone',
  ],
  [
    'sentence-case',
    'the dot of an abbreviation ends no sentence',
    { text: 'dr. smith from the U.S. and ms. jones. they met.' },
    'Dr. smith from the u.s. and ms. jones. They met.',
  ],
  ['camel-case', 'a number needs no underscore', { text: 'version 2 draft' }, 'version2Draft'],
  ['pascal-case', 'two numbers stay apart', { text: 'version 1.2' }, 'Version_1_2'],
  ['sentence-case', 'each line begins anew', { text: 'ONE\nTWO' }, 'One\nTwo'],
  ['snake-case', 'each line is one name', { text: 'First Name\r\nlastName' }, 'first_name\r\nlast_name'],
  ['camel-case', 'the whole text is one name', { text: 'first\nname', perLine: false }, 'firstName'],
  ['swap-case', 'emoji pass', { text: 'aB👩‍🚀' }, 'Ab👩‍🚀'],
];

test.each(cases)('%s: %s', async (id, _name, params, result) => {
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
