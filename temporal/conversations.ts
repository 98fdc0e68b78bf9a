import {
  type Client,
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

import { chatWorkflowId } from '../domain/chat-id.ts';
import { chatLimits } from '../domain/chat-limits.ts';
import { cutToBytes } from '../domain/cut-text.ts';
import type { conversation } from '../workflows/conversation.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { searchAttributes } from './search-attributes.ts';

/** A message that is stored. */
export interface StoredMessage {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** `full`: too many wait. `pending`: the work goes on, or begins when Temporal is back, but this call no longer waits. */
export type Said = 'ended' | 'full' | 'pending';

/** gRPC codes of a server that is unavailable; what is wrong with a request is not among them. */
const unavailableCodes: ReadonlySet<number> = new Set([1, 4, 14]);
/** Refused before it was taken: Temporal holds only so many updates of one workflow at a time. */
const exhaustedCode = 8;
const abortedCode = 10;
const attemptsMax = 4;

interface StarterSettings {
  readonly taskQueue: string;
  /** What the addresses of this service begin with. */
  readonly publicUrl: string;
  readonly idleMs?: number;
  /** See `ConversationRef`; tests cannot wait for the thousands of events that Temporal allows. */
  readonly historyEventsMax?: number;
}

/** Hands messages to the workflow of their conversation, which is started where it does not run. */
export function createConversationStarter({
  client,
  ...settings
}: StarterSettings & { readonly client: Client }) {
  /**
   * Waits for the end of the message, at most `waitMs`. A message said twice is answered once. A caller who disconnects
   * does not end the waiting: a message is safe with Temporal only when its workflow has accepted it.
   */
  async function say(message: StoredMessage, waitMs: number): Promise<Said> {
    return await client.withDeadline(Date.now() + waitMs, () => sayUntilTaken(message));
  }

  /** A conversation that ends in this very moment takes no message any more; the next one does. */
  async function sayUntilTaken(message: StoredMessage): Promise<Said> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.workflow.executeUpdateWithStart<typeof conversation, unknown, [string]>('say', {
          args: [message.messageId],
          updateId: message.messageId,
          startWorkflowOperation: startOf(message, settings),
        });
        return 'ended';
      } catch (error) {
        if (attempt < attemptsMax && isTooLate(error)) continue;
        return saidOf(error);
      }
    }
  }

  return { say };
}

export type ConversationStarter = ReturnType<typeof createConversationStarter>;

/** What starts the workflow of a conversation where it does not run. */
function startOf(
  { workspaceId, agentId, agentName, conversationId }: StoredMessage,
  { taskQueue, publicUrl, idleMs = chatLimits.idleMs, historyEventsMax }: StarterSettings,
) {
  const url = `${publicUrl}/manage/agents/${agentId}/conversations/${conversationId}`;
  return new WithStartWorkflowOperation<typeof conversation>('conversation', {
    workflowId: chatWorkflowId(agentId, conversationId),
    taskQueue,
    args: [
      { workspaceId, conversationId, idleMs, ...(historyEventsMax !== undefined && { historyEventsMax }) },
    ],
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    priority: { fairnessKey: workspaceId },
    staticSummary: escapeMarkdown(cutToBytes(`Chat with ${agentName}`, 200).text),
    staticDetails: `[What was said and done, and what it cost](${url})`,
    typedSearchAttributes: [
      { key: searchAttributes.workspaceId, value: workspaceId },
      { key: searchAttributes.outcome, value: 'running' },
    ],
  });
}

const grpcCodeOf = (error: unknown): number | null => {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) ? cause.code : null;
};

const isTooLate = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError || grpcCodeOf(error) === abortedCode;

function saidOf(error: unknown): Said {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error;
    return cause instanceof ApplicationFailure && cause.type === 'QueueFull' ? 'full' : 'pending';
  }
  if (grpcCodeOf(error) === exhaustedCode) return 'full';
  if (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    unavailableCodes.has(grpcCodeOf(error) ?? 0)
  )
    return 'pending';
  throw error;
}
