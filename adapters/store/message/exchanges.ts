import type { MessageRun, Outcome, RunRef } from '#contracts/run.ts';
import type { Clock } from '#contracts/clock.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { script } from '../script.ts';

/** A message that was answered, or not, before another one of its conversation began. */
export interface Exchange {
  readonly run: MessageRun;
  readonly text: string;
  readonly outcome: Outcome;
  readonly answer: string | null;
  readonly reason: string | null;
  /** The agent's time; null if it did not begin, or no time was given. */
  readonly clock: Clock | null;
}

/** No more exchanges than this are looked at: what is longer ago is forgotten. */
const exchangesMax = 50;

const ExchangeFields = runRecords.run.fields.pick({
  outcome: true,
  answer: true,
  reason: true,
  startedAt: true,
  timeZone: true,
});

const beginScript = script('begin-message');

export function createExchanges({ redis, now }: { redis: Redis; now: () => number }) {
  /** Notes the moment and the number in the order of the exchanges; only the first time counts. False: it is gone. */
  async function begin(run: MessageRun, temporalRunId: string): Promise<boolean> {
    const { workspaceId, conversationId, messageId } = run;
    const begun = await beginScript(
      redis,
      [keys.run(workspaceId, messageId), keys.begunMessages(workspaceId, conversationId)],
      [messageId, String(now()), temporalRunId],
    );
    return begun === 1;
  }

  /**
   * The earlier messages of the conversation, oldest first: the same for every turn of a message. Nothing for a delivery.
   */
  async function earlier(run: RunRef): Promise<readonly Exchange[]> {
    if (run.kind === 'delivery') return [];
    const begun = keys.begunMessages(run.workspaceId, run.conversationId);
    const number = await redis.zScore(begun, run.messageId);
    if (number === null) return [];
    const ids = await redis.zRangeByScore(begun, number - exchangesMax, `(${number}`);
    const found = await Promise.all(ids.map((id) => exchange({ ...run, messageId: id })));
    return found.filter((one) => one !== null);
  }

  async function exchange(run: MessageRun): Promise<Exchange | null> {
    const { workspaceId, messageId } = run;
    const [fields, text] = await Promise.all([
      readFields(redis, keys.run(workspaceId, messageId), ExchangeFields),
      redis.get(keys.body(workspaceId, messageId)),
    ]);
    if (fields === null || text === null) return null;
    const { startedAt, timeZone, ...ending } = fields;
    const clock = startedAt === null || timeZone === null ? null : { now: new Date(startedAt), timeZone };
    return { run, text, ...ending, clock };
  }

  return { begin, earlier };
}
