import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

interface ModelCallDeps {
  readonly redis: Redis;
  /** For all clients together. */
  readonly perDay: number;
  readonly now: () => Date;
}

/** Counts outlive their day by one, so that a call that is under way at midnight can still be given back. */
const countSeconds = 2 * 24 * 60 * 60;

/** Counts the model calls that the public API's tools make per UTC day, shared by all processes. */
export function createModelCalls({ redis, perDay, now }: ModelCallDeps) {
  const takeModelCall = script('take-model-call');

  async function take(): Promise<string | null> {
    const day = now().toISOString().slice(0, 10);
    const args = [String(perDay), String(countSeconds)];
    return (await takeModelCall(redis, [keys.modelCallsOfDay(day)], args)) === 1 ? day : null;
  }

  /** `day` as `take` told it; each call once. */
  async function giveBack(day: string): Promise<void> {
    await redis.decr(keys.modelCallsOfDay(day));
  }

  return { take, giveBack };
}
