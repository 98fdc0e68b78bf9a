import { quantile } from '#bench/support/load.ts';
import { type LoadResult, steadyLoad } from './steady-load.ts';

interface Rounds {
  /** The hooks of quiet workspaces, in which the times are measured. */
  readonly urls: readonly string[];
  readonly rounds: number;
  readonly roundMs: number;
  readonly name: string;
  /** Runs during each second round; aborted at its end. */
  readonly flood: (round: number, signal: AbortSignal) => Promise<void>;
}

export interface SideBySide {
  /** The ratios of the median and of the slowest hundredth: with the flood, divided by without it. */
  readonly p50Ratio: number;
  readonly p99Ratio: number;
  readonly quiet: string;
  readonly flooded: string;
  /** Deliveries of the quiet workspaces that were not accepted, with the flood or without. */
  readonly refused: number;
}

/** For all quiet workspaces together, far below the limit of each. */
const perSecond = 4;

/** Rounds of a steady load, without and with a flood beside it in turns. */
export async function sideBySide({ urls, rounds, roundMs, name, flood }: Rounds): Promise<SideBySide> {
  const quiet: LoadResult[] = [];
  const flooded: LoadResult[] = [];
  const load = (round: string) =>
    steadyLoad({ urls, perSecond, durationMs: roundMs, name: `${name}-${round}` });
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await load(`quiet-${round}`));
    const stop = new AbortController();
    const flooding = flood(round, stop.signal);
    try {
      flooded.push(await load(`flooded-${round}`));
    } finally {
      stop.abort();
      await flooding;
    }
  }
  const [without, beside] = [quiet, flooded].map(millisecondsOf) as [number[], number[]];
  const ratio = (share: number) => quantile(beside, share) / quantile(without, share);
  return {
    p50Ratio: ratio(0.5),
    p99Ratio: ratio(0.99),
    quiet: describe(without),
    flooded: describe(beside),
    refused: [...quiet, ...flooded].flatMap(({ others }) => [...others.values()]).reduce((a, b) => a + b, 0),
  };
}

const millisecondsOf = (results: readonly LoadResult[]) => results.flatMap(({ acceptedMs }) => acceptedMs);

const describe = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, n ${times.length}`;
