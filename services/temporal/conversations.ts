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

import { chatWorkflowId } from '#domain/chat-id.ts';
import { chatLimits } from '#domain/chat-limits.ts';
import { cutToBytes } from '#domain/cut-text.ts';
import type { conversation } from '#workflows/conversation.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { searchAttributes } from './search-attributes.ts';

export interface StoredMessage {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** `full`: too many messages wait. `pending`: this call no longer waits, but the work continues, or starts once Temporal is available. */
export type Said = 'ended' | 'full' | 'pending';

/** gRPC codes of an unavailable server, as opposed to an invalid request. */
const unavailableCodes: ReadonlySet<number> = new Set([1, 4, 14]);
/** Refused: Temporal limits the pending updates of one workflow. */
const exhaustedCode = 8;
const abortedCode = 10;
const attemptsMax = 4;

interface StarterSettings {
  readonly taskQueue: string;
  readonly publicUrl: string;
  readonly idleMs?: number;
  /** See `ConversationRef`; tests set a low value instead of producing thousands of events. */
  readonly historyEventsMax?: number;
}

/** Sends messages to the workflow of their conversation, and starts it if it is not running. */
export function createConversationStarter({
  client,
  ...settings
}: StarterSettings & { readonly client: Client }) {
  /**
   * Waits until the message is answered, at most `waitMs`. A message sent twice is answered once. The wait continues if
   * the caller disconnects, because the message is safe only once its workflow has accepted it.
   */
  async function say(message: StoredMessage, waitMs: number): Promise<Said> {
    return await client.withDeadline(Date.now() + waitMs, () =>
      untilTaken(async () => {
        await client.workflow.executeUpdateWithStart<typeof conversation, unknown, [string]>(
          'say',
          updateOf(message),
        );
        return 'ended';
      }),
    );
  }

  /** Waits until the workflow has accepted the message, at most `waitMs`. */
  async function handOver(message: StoredMessage, waitMs: number): Promise<Said> {
    return await client.withDeadline(Date.now() + waitMs, () =>
      untilTaken(async () => {
        await client.workflow.startUpdateWithStart<typeof conversation, unknown, [string]>('say', {
          ...updateOf(message),
          waitForStage: 'ACCEPTED',
        });
        return 'pending';
      }),
    );
  }

  const updateOf = (message: StoredMessage) => ({
    args: [message.messageId] as [string],
    updateId: message.messageId,
    startWorkflowOperation: startOf(message, settings),
  });

  return { say, handOver };
}

export type ConversationStarter = ReturnType<typeof createConversationStarter>;

/** Retries if the workflow ends at the same moment: the next one takes the message. */
async function untilTaken(say: () => Promise<Said>): Promise<Said> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await say();
    } catch (error) {
      if (attempt < attemptsMax && isTooLate(error)) continue;
      return saidOf(error);
    }
  }
}

function startOf(
  { workspaceId, agentId, agentName, conversationId }: StoredMessage,
  { taskQueue, publicUrl, idleMs = chatLimits.idleMs, historyEventsMax }: StarterSettings,
) {
  const url = `${publicUrl}/console/chat/${conversationId}?agent=${agentId}`;
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

/** Temporal also refuses calls where it has too many of all clients; then the message waits. */
const isUpdateLimit = (error: unknown): boolean => {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && cause.details.includes('in-flight updates');
};

const isTooLate = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError || grpcCodeOf(error) === abortedCode;

function saidOf(error: unknown): Said {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error;
    return cause instanceof ApplicationFailure && cause.type === 'QueueFull' ? 'full' : 'pending';
  }
  if (grpcCodeOf(error) === exhaustedCode) return isUpdateLimit(error) ? 'full' : 'pending';
  if (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    unavailableCodes.has(grpcCodeOf(error) ?? 0)
  )
    return 'pending';
  throw error;
}
