import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const charactersInAll = 0x110000 - surrogates;

function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? 0) : 0;
  if (character !== String.fromCodePoint(code)) throw new Error('This is not one character.');
  return code < firstSurrogate ? code : code - surrogates;
}

/**
 * Any character of Unicode, for `fc.string({ unit })`. It gives the values of the unit `binary` of fast-check, which fills
 * a table of all million of them first: seconds and 100 MB in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: charactersInAll - 1 })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf);
