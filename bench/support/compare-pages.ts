import type { ConsoleReader } from './console-reader.ts';
import { type Goal, ms, report } from './figures.ts';
import { median, quantile } from './load.ts';

type Both<T> = Readonly<Record<'small' | 'large', T>>;

interface Comparison {
  /** Readers for a workspace with few deliveries, and for one with many. */
  readonly readers: Both<ConsoleReader>;
  readonly counts: Both<number>;
  readonly rounds: number;
  readonly perRound: number;
  readonly warmUpCalls: number;
  readonly goal: Goal | null;
}

/**
 * Each page of both sides in turns, in rounds, so that whatever else the machine does falls on both. A question is the path
 * of a page, made of how many deliveries there are.
 */
export async function comparePages(
  questions: Readonly<Record<string, (count: number) => string>>,
  { readers, counts, rounds, perRound, warmUpCalls, goal }: Comparison,
): Promise<void> {
  for (const [name, pathOf] of Object.entries(questions)) {
    const ask = {
      small: () => readers.small.time(pathOf(counts.small)),
      large: () => readers.large.time(pathOf(counts.large)),
    };
    await inTurns(ask, warmUpCalls);
    const results: Both<number[]>[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await inTurns(ask, perRound));
    const shown = (side: keyof typeof ask) => {
      const all = results.flatMap((result) => result[side]);
      return `p95 ${ms(quantile(all, 0.95))}, p50 ${ms(quantile(all, 0.5))}`;
    };
    report({
      name: `${name}, ${counts.large.toLocaleString('en')} beside ${counts.small.toLocaleString('en')}`,
      ours: shown('large'),
      yardstick: shown('small'),
      ratio: median(results.map((result) => quantile(result.large, 0.95) / quantile(result.small, 0.95))),
      goal,
    });
  }
}

async function inTurns({ small, large }: Both<() => Promise<number>>, count: number) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let call = 0; call < count; call += 1) {
    // Neither side is always the first of a pair.
    if (call % 2 === 0) times.small.push(await small());
    times.large.push(await large());
    if (call % 2 === 1) times.small.push(await small());
  }
  return times;
}
