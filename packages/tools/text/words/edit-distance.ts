import { distance } from 'fastest-levenshtein';

/**
 * Both texts with one UTF-16 unit for each code point, so that an emoji is one character. Two texts of 30,000
 * characters have fewer distinct code points than there are units.
 */
function inSingleUnits(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => /[\uD800-\uDFFF]/.test(text))) return texts;
  const units = new Map<string, string>();
  return texts.map((text) =>
    Array.from(text, (character) => {
      const known = units.get(character);
      if (known !== undefined) return known;
      const unit = String.fromCharCode(units.size);
      units.set(character, unit);
      return unit;
    }).join(''),
  );
}

/** How many code points to insert, delete or replace (Levenshtein); at most 65,536 different ones in both texts. */
export function editDistance(a: string, b: string): number {
  const [first = '', second = ''] = inSingleUnits([a, b]);
  return distance(first, second);
}

/** 1 for equal texts, 0 for texts with nothing in common. */
export function editSimilarity(a: string, b: string): number {
  const [first = '', second = ''] = inSingleUnits([a, b]);
  const longest = Math.max(first.length, second.length);
  return longest === 0 ? 1 : 1 - distance(first, second) / longest;
}
