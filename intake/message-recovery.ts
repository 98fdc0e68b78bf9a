import type { Messages, OpenMessage } from '../store/messages.ts';
import type { Runs } from '../store/runs.ts';
import type { ConversationStarter } from '../temporal/conversations.ts';
import type { RunStates } from '../temporal/run-states.ts';

/** Younger messages are still handed over by the request that brought them. */
const youngMs = 60_000;
/** The sweep hands a message over and does not wait for its reply. */
const handOverMs = 2_500;

/**
 * Finds stored messages that no workflow works on: the process that took them died before it handed them over, or an
 * operator ended the conversation in the middle of the work.
 */
export function createMessageRecovery({
  conversationStarter,
  messages,
  runs,
  runStates,
  now = Date.now,
}: {
  conversationStarter: ConversationStarter;
  messages: Pick<Messages, 'open'>;
  runs: Pick<Runs, 'finish'>;
  runStates: RunStates;
  now?: () => number;
}) {
  /** Says how many messages of the workspace were handed over again or ended. */
  async function requeue(workspaceId: string): Promise<number> {
    const open = await messages.open(workspaceId, now() - youngMs);
    let requeued = 0;
    // One after the other: the messages of a conversation keep their order.
    for (const message of open) if (await requeueOne(message)) requeued += 1;
    return requeued;
  }

  async function requeueOne({ run, agentId, agentName, workflowId, isBegun }: OpenMessage): Promise<boolean> {
    const { status } = await runStates.of(workflowId);
    if (isBegun) {
      if (status === 'open') return false;
      const reason = 'The conversation was stopped while this message was being answered.';
      return await runs.finish(run, { outcome: 'failed', reason });
    }
    const { workspaceId, conversationId, messageId } = run;
    // The conversation takes a message that waits in it already only once.
    await conversationStarter.say({ workspaceId, agentId, agentName, conversationId, messageId }, handOverMs);
    return true;
  }

  return { requeue };
}
