/** In decimal notation, with or without an exponent. */
export const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const integer = /^[+-]?\d+$/;

/** Digits beyond what a double holds still count; of an empty line nothing does, so it comes first. */
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
 * How to sort entries that are numbers and nothing else, below zero and with fractions; undefined where there are
 * others, for which the order of a language is better.
 */
export function numberOrder(entries: readonly string[]): ((a: string, b: string) => number) | undefined {
  const areNumbers = entries.every((entry) => {
    const word = entry.trim();
    return word === '' || (word.length <= 400 && plainNumber.test(word));
  });
  return areNumbers ? compareNumbers : undefined;
}
