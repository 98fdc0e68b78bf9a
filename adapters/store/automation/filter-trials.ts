import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

/** Deliveries of a workspace on which models may be asked in a minute to try filters. */
const perMinute = 60;
const countSeconds = 120;

export function createFilterTrials({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const takeModelCall = script('take-model-call');

  /** Counts one; false where none are left in this minute. */
  async function take(workspaceId: string): Promise<boolean> {
    const minute = Math.floor(now() / 60_000);
    const args = [String(perMinute), String(countSeconds)];
    return (await takeModelCall(redis, [keys.filterTrials(workspaceId, minute)], args)) === 1;
  }

  return { take };
}

export type FilterTrials = ReturnType<typeof createFilterTrials>;
