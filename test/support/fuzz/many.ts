import type { Outcome } from '#contracts/run.ts';
import type { createAgentFuzzer } from './agent.ts';

/** The results of many runs. */
export interface Tally {
  readonly faults: string[];
  readonly outcomes: Partial<Record<Outcome, number>>;
  turns: number;
  requests: number;
}

/** Plays `count` runs with the seeds from `firstSeed` on, `atOnce` of them at a time. */
export async function playMany(
  fuzzer: ReturnType<typeof createAgentFuzzer>,
  {
    firstSeed,
    count,
    atOnce = 6,
  }: { readonly firstSeed: number; readonly count: number; readonly atOnce?: number },
  onRun: (played: number) => void = () => undefined,
): Promise<Tally> {
  const tally: Tally = { faults: [], outcomes: {}, turns: 0, requests: 0 };
  let next = 0;
  let played = 0;

  async function playOne(seed: number): Promise<void> {
    const one = await fuzzer.prepare(seed);
    const { outcome } = await fuzzer.play(one);
    const faults = await fuzzer.inspect(one);
    tally.faults.push(...faults.map((fault) => `seed ${seed}: ${fault}`));
    tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
    tally.turns += one.model.log.turns;
    tally.requests += one.requests.size;
    played += 1;
    onRun(played);
  }

  async function keepPlaying(): Promise<void> {
    while (next < count) {
      next += 1;
      await playOne(firstSeed + next);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, keepPlaying));
  return tally;
}
