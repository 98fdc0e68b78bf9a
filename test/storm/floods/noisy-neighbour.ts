import type { Shop } from '../service/shop.ts';
import { limits } from '#domain/limits.ts';
import type { FloodOptions } from './options.ts';
import { sideBySide } from './side-by-side.ts';
import { steadyLoad } from './steady-load.ts';

interface Neighbours extends Pick<FloodOptions, 'rounds' | 'roundMs'> {
  readonly noisy: Shop;
  readonly quiet: readonly Shop[];
}

/** One workspace sends as many requests as its hook takes in a minute; the others are measured. */
export async function noisyNeighbour({ noisy, quiet, rounds, roundMs }: Neighbours) {
  const answers = new Map<string, number>();
  const count = (how: string, times: number) => answers.set(how, (answers.get(how) ?? 0) + times);
  const result = await sideBySide({
    name: 'neighbour',
    urls: quiet.map(({ hooks }) => hooks['at-once'].urls[0]!),
    rounds,
    roundMs,
    flood: async (round) => {
      const { acceptedMs, others } = await steadyLoad({
        name: `noisy-${round}`,
        urls: noisy.hooks['at-once'].urls.slice(0, 1),
        perSecond: limits.hookRequestsPerMinute / 60,
        durationMs: roundMs,
      });
      count('accepted', acceptedMs.length);
      for (const [how, times] of others) count(how, times);
    },
  });
  return { ...result, noisy: [...answers].map((entry) => entry.join(' ')).join(', ') };
}
