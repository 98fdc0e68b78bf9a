/** In decimal notation, with or without an exponent. */
export const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const integer = /^[+-]?\d+$/;

/** Compares digits beyond the precision of a double too; empty lines come first. */
function compareNumbers(left: string, right: string): number {
  const [a, b] = [left.trim(), right.trim()];
  if (a === '' || b === '') return Number(a !== '') - Number(b !== '');
  const difference = Number(a) - Number(b);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  if (!integer.test(a) || !integer.test(b)) return 0;
  const [first, second] = [BigInt(a.replace('+', '')), BigInt(b.replace('+', ''))];
  return first < second ? -1 : Number(first > second);
}

/**
 * The order of entries that are all numbers, including negative ones and fractions; undefined if any entry is not a
 * number, because alphabetical order is better then.
 */
export function numberOrder(entries: readonly string[]): ((a: string, b: string) => number) | undefined {
  const areNumbers = entries.every((entry) => {
    const word = entry.trim();
    return word === '' || (word.length <= 400 && plainNumber.test(word));
  });
  return areNumbers ? compareNumbers : undefined;
}
