import type { MessageRun } from '#contracts/run.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';

export interface OpenMessage {
  readonly run: MessageRun;
  readonly agentId: string;
  readonly agentName: string;
  readonly workflowId: string;
  readonly isBegun: boolean;
}

const batch = 100;

const OpenFields = runRecords.run.fields.pick({
  automationId: true,
  agentId: true,
  automationName: true,
  workflowId: true,
  startedAt: true,
});

export function createOpenMessages({ redis }: { redis: Redis }) {
  /** Messages of the workspace that arrived at least so long ago and have no ending, oldest first. */
  async function open(workspaceId: string, agoMs: number): Promise<readonly OpenMessage[]> {
    const key = keys.openMessages(workspaceId);
    // By the clock that said when they arrived.
    const [seconds] = await redis.time();
    const beforeMs = Number(seconds) * 1_000 - agoMs;
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

  return { open };
}
