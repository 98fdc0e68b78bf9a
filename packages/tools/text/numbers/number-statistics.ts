import { invalid } from '../../refuse.ts';

/** Numbers separated by spaces, commas, semicolons or line breaks. */
export function parseNumbers(text: string): readonly number[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map((word) => {
    const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : Number.NaN;
    if (!Number.isFinite(value))
      throw invalid(`text has ${JSON.stringify(word.slice(0, 40))}, which is not a number.`);
    return value;
  });
  if (numbers.length === 0) throw invalid('text has no numbers.');
  return numbers;
}

/** Neumaier summation, which does not lose small addends next to large ones. */
function exactSum(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of numbers) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Linear interpolation between neighbours, as in spreadsheets. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

function modes(numbers: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  let most = 0;
  for (const value of numbers) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    most = Math.max(most, count);
  }
  if (most === 1) return [];
  return [...counts]
    .filter(([, count]) => count === most)
    .map(([value]) => value)
    .slice(0, 100);
}

export function describeNumbers(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const count = numbers.length;
  const sum = exactSum(numbers);
  const mean = sum / count;
  const squares = exactSum(numbers.map((value) => (value - mean) ** 2));
  return {
    count,
    sum,
    mean,
    median: quantile(sorted, 0.5),
    mode: modes(sorted),
    min: sorted[0],
    max: sorted.at(-1),
    range: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)],
    populationVariance: squares / count,
    populationStandardDeviation: Math.sqrt(squares / count),
    sampleVariance: count > 1 ? squares / (count - 1) : null,
    sampleStandardDeviation: count > 1 ? Math.sqrt(squares / (count - 1)) : null,
  };
}
