import type { ChatMessage } from '#capabilities/records.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import { readWithPlaceholders } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { damagedRun, reasonWithDamage } from '../run/damage.ts';
import { stepsOf, timesOf } from '../run/view.ts';

const MessageFields = runRecords.run.fields.pick({
  outcome: true,
  reason: true,
  answer: true,
  cost: true,
  workflowId: true,
  runId: true,
  receivedAt: true,
  startedAt: true,
  finishedAt: true,
});

export function createChatMessages({
  redis,
  workflowUrl,
}: {
  redis: Redis;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  /** The messages of a conversation that was found, newest first. */
  async function messages(
    workspaceId: string,
    conversationId: string,
    query: PageQuery,
  ): Promise<Page<ChatMessage>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.activity(workspaceId, conversationId), query);
    const found = await Promise.all(items.map((id) => message(workspaceId, id)));
    return { items: found.filter((one) => one !== null), nextCursor };
  }

  async function message(workspaceId: string, messageId: string): Promise<ChatMessage | null> {
    const [fields, text, steps] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, messageId)),
      redis.get(keys.body(workspaceId, messageId)),
      redis.hGetAll(keys.steps(workspaceId, messageId)),
    ]);
    if (fields['kind'] !== 'message' || text === null) return null;
    const read = readWithPlaceholders(MessageFields, fields, damagedRun);
    const { outcome, answer, cost, workflowId, runId, ...times } = read.fields;
    const done = stepsOf(steps);
    const reason = reasonWithDamage(times.reason, [...read.damaged, ...done.damaged]);
    return {
      messageId,
      message: text,
      ...timesOf(times),
      outcome,
      reason,
      reply: outcome === 'running' ? null : (answer ?? reason),
      steps: [...done.steps],
      cost,
      workflow: { id: workflowId, runId, url: workflowUrl(workflowId, runId) },
    };
  }

  return { messages, message };
}
