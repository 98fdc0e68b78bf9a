import { randomBytes } from 'node:crypto';

import { chatWorkflowId } from '#domain/chat-id.ts';
import { noStorageLimits, type StorageLimit, type StorageLimits } from '#domain/storage-limits.ts';
import type { Redis } from '../connection/connect.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { named, script } from '../script.ts';
import { noteWork } from '../sweep/note-work.ts';

export interface ArrivedMessage {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly text: string;
}

type MessageRef = Pick<ArrivedMessage, 'workspaceId' | 'conversationId' | 'messageId'>;

const storeScript = script('store-message', ['fields-of', 'publish-change', 'storage', 'stored-limits']);
const withdrawScript = script('withdraw-message', ['fields-of', 'storage']);

const titleCharsMax = 80;

/** Messages before anything is done about them. */
export function createStoredMessages({
  redis,
  storageLimits = noStorageLimits,
}: {
  redis: Redis;
  storageLimits?: StorageLimits | undefined;
}) {
  /**
   * Stores a message before anything is done about it. `exists`: this message was stored before, perhaps with another
   * text. `missing`: the agent has no such conversation, and `isNew` does not allow to begin one. `total`, `day`: the limit
   * that leaves no room for it.
   */
  async function save(
    message: ArrivedMessage,
    { isNew }: { isNew: boolean },
  ): Promise<'stored' | 'exists' | 'missing' | StorageLimit> {
    const { workspaceId, agentId, conversationId, messageId, text } = message;
    await noteWork(redis, workspaceId);
    const begun = { isNew, nonce: randomBytes(16).toString('hex'), title: titleOf(text) };
    const stored = { ...storageLimits, ...begun, conversationId, messageId, agentId, text };
    return (await storeScript(
      redis,
      [
        keys.conversation(workspaceId, conversationId),
        keys.conversations(workspaceId, agentId),
        keys.everyRunOwner(workspaceId),
        keys.run(workspaceId, messageId),
        keys.body(workspaceId, messageId),
        keys.activity(workspaceId, conversationId),
        keys.activityWith(workspaceId, conversationId, 'running'),
        keys.openMessages(workspaceId),
        keys.workspace(workspaceId),
      ],
      [named(stored), ...recordFields(message)],
    )) as 'stored' | 'exists' | 'missing' | StorageLimit;
  }

  return { save };
}

export function createWithdrawal({ redis }: { redis: Redis }) {
  /** Takes back a message that was refused; one that is being answered stays. */
  async function withdraw({ workspaceId, conversationId, messageId }: MessageRef): Promise<void> {
    await withdrawScript(
      redis,
      [
        keys.run(workspaceId, messageId),
        keys.body(workspaceId, messageId),
        keys.activity(workspaceId, conversationId),
        keys.activityWith(workspaceId, conversationId, 'running'),
        keys.openMessages(workspaceId),
      ],
      [messageId],
    );
  }

  return { withdraw };
}

/** The record of a message keeps its conversation and agent where that of a delivery has its automation. */
const recordFields = ({ agentId, agentName, conversationId }: ArrivedMessage): string[] =>
  fieldsOf(runRecords.run.fields, {
    automationId: conversationId,
    automationName: agentName,
    agentId,
    revision: 0,
    workflowId: chatWorkflowId(agentId, conversationId),
  });

/** The first line of the first message, cut. */
function titleOf(text: string): string {
  const characters = Array.from((text.trim().split('\n', 1)[0] ?? '').trim());
  return characters.length <= titleCharsMax
    ? characters.join('')
    : `${characters.slice(0, titleCharsMax - 1).join('')}…`;
}
