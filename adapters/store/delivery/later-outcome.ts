import { Outcome } from '#contracts/run.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

/** Replays of replays are followed so far. */
const depthMax = 20;

/**
 * How the delivery ended that processes another one again, or the newest replay of that; null where there is none, and where
 * it is gone. `replayedAs`: as it is stored of the other one.
 */
export async function laterOutcome(
  redis: Redis,
  workspaceId: string,
  replayedAs: string | null | undefined,
): Promise<Outcome | null> {
  let [next, outcome]: [string | null, Outcome | null] = [replayedAs ?? null, null];
  for (let depth = 0; next !== null && depth < depthMax; depth += 1) {
    const found: (string | null)[] = await redis.hmGet(keys.run(workspaceId, next), [
      'outcome',
      'replayedAs',
    ]);
    outcome = Outcome.safeParse(found[0]).data ?? null;
    next = outcome === 'succeeded' ? null : (found[1] ?? null);
  }
  return outcome;
}
