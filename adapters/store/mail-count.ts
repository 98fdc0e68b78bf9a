import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

interface MailCountDeps {
  readonly redis: Redis;
  /** For each workspace. */
  readonly perDay: number;
  readonly now?: () => Date;
}

/** Counts outlive their day by one, so that an e-mail that is under way at midnight can still be given back. */
const countSeconds = 2 * 24 * 60 * 60;

/** Counts the e-mails that the agents of a workspace send per UTC day, shared by all processes. */
export function createMailCount({ redis, perDay, now = () => new Date() }: MailCountDeps) {
  const takeOne = script('take-model-call');

  return {
    /** Counts one; the day it was counted on, or null where none is left. */
    async take(workspaceId: string): Promise<string | null> {
      const day = now().toISOString().slice(0, 10);
      const key = keys.mailsOfDay(workspaceId, day);
      return (await takeOne(redis, [key], [String(perDay), String(countSeconds)])) === 1 ? day : null;
    },
    /** `day` as `take` told it; each e-mail once. */
    async giveBack(workspaceId: string, day: string): Promise<void> {
      await redis.decr(keys.mailsOfDay(workspaceId, day));
    },
  };
}
