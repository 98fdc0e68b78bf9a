import type { MessageRun, Outcome, RunRef } from '../contracts/run.ts';
import type { Redis } from './connect.ts';
import { keys } from './records/index.ts';
import { readFields } from './records/read.ts';
import { runRecords } from './records/run.ts';
import { script } from './script.ts';

/** A message that was answered, or not, before another one of its conversation began. */
export interface Exchange {
  readonly run: MessageRun;
  readonly text: string;
  readonly outcome: Outcome;
  readonly answer: string | null;
  readonly reason: string | null;
}

/** A message that has no ending yet. */
export interface OpenMessage {
  readonly run: MessageRun;
  readonly agentId: string;
  readonly agentName: string;
  readonly workflowId: string;
  readonly isBegun: boolean;
}

/** No more exchanges than this are looked at: what is longer ago is forgotten. */
const exchangesMax = 50;
const batch = 100;

const ExchangeFields = runRecords.run.fields.pick({ outcome: true, answer: true, reason: true });
const OpenFields = runRecords.run.fields.pick({
  automationId: true,
  agentId: true,
  automationName: true,
  workflowId: true,
  startedAt: true,
});

const beginScript = script('begin-message');

/** Messages as the work on them sees them. */
export function createMessages({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** Notes the moment and the place in the order of the exchanges; only the first time counts. False: it is gone. */
  async function begin(run: MessageRun, temporalRunId: string): Promise<boolean> {
    const { workspaceId, conversationId, messageId } = run;
    const begun = await beginScript(
      redis,
      [keys.run(workspaceId, messageId), keys.begunMessages(workspaceId, conversationId)],
      [messageId, String(now()), temporalRunId],
    );
    return begun === 1;
  }

  /** What went before in the conversation, oldest first: the same for every turn of a message. Nothing for a delivery. */
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
    return fields === null || text === null ? null : { run, text, ...fields };
  }

  /** Messages of the workspace that arrived before this moment and have no ending, oldest first. */
  async function open(workspaceId: string, beforeMs: number): Promise<readonly OpenMessage[]> {
    const key = keys.openMessages(workspaceId);
    const ids = await redis.zRangeByScore(key, '-inf', beforeMs, { LIMIT: { offset: 0, count: batch } });
    const found = await Promise.all(ids.map((id) => openMessage(workspaceId, id)));
    return found.filter((one) => one !== null);
  }

  async function openMessage(workspaceId: string, messageId: string): Promise<OpenMessage | null> {
    const fields = await readFields(redis, keys.run(workspaceId, messageId), OpenFields);
    if (fields === null) {
      // Without a record there is no work that could take it off the list.
      await redis.zRem(keys.openMessages(workspaceId), messageId);
      return null;
    }
    const {
      automationId: conversationId,
      automationName: agentName,
      agentId,
      workflowId,
      startedAt,
    } = fields;
    const run = { kind: 'message', workspaceId, conversationId, messageId } as const;
    return { run, agentId, agentName, workflowId, isBegun: startedAt !== null };
  }

  return { begin, earlier, open };
}

export type Messages = ReturnType<typeof createMessages>;
