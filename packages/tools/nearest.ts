import { distance } from 'fastest-levenshtein';

/** Number of letters in words that both names share, in full or as a prefix, in any order. */
function sharedLetters(written: string, name: string): number {
  const words = name.split('-');
  return written
    .split(/[^a-z0-9]+/)
    .filter(
      (word) => word.length > 2 && words.some((other) => other.startsWith(word) || word.startsWith(other)),
    )
    .reduce((letters, word) => letters + word.length, 0);
}

export function nearest(written: string, names: readonly string[], count: number): readonly string[] {
  const wanted = written.slice(0, 100).toLowerCase();
  const farness = (name: string) => {
    const lower = name.toLowerCase();
    const isPart = wanted !== '' && (lower.includes(wanted) || wanted.includes(lower));
    const shared = isPart ? Math.min(wanted.length, lower.length) : sharedLetters(wanted, lower);
    return distance(wanted, lower) - 2 * shared;
  };
  return names
    .map((name) => ({ name, farness: farness(name) }))
    .toSorted((a, b) => a.farness - b.farness)
    .slice(0, count)
    .map(({ name }) => name);
}
