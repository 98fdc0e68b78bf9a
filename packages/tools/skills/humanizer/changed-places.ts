/** How many places of a text differ word by word: runs of words that were taken out, put in or replaced. */
export function changedPlaces(before: string, after: string): number {
  const [old, fresh] = [words(before), words(after)];
  const common = commonLengths(old, fresh);
  const width = fresh.length + 1;
  let places = 0;
  let isInPlace = false;
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const isSame = row < old.length && column < fresh.length && old[row] === fresh[column];
    if (isSame) {
      row += 1;
      column += 1;
      isInPlace = false;
      continue;
    }
    if (!isInPlace) places += 1;
    isInPlace = true;
    const without = common[(row + 1) * width + column] ?? 0;
    const within = common[row * width + column + 1] ?? 0;
    if (row < old.length && (column >= fresh.length || without >= within)) row += 1;
    else column += 1;
  }
  return places;
}

/** Lengths of the longest common rests; 5,000 characters are about 900 words, 0.8 million cells. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint16Array {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      table[at] =
        old[row] === fresh[column]
          ? (table[at + width + 1] ?? 0) + 1
          : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
    }
  }
  return table;
}

function words(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}
