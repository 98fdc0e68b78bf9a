import type { MessageKeeper } from '../contracts/chat.ts';
import type { Messages, OpenMessage } from '../store/messages.ts';
import type { Runs } from '../store/runs.ts';
import type { ConversationStarter } from '../temporal/conversations.ts';
import type { RunStates } from '../temporal/run-states.ts';

/** Younger messages are in the hands of the request that brought them. */
const youngMs = 60_000;
/** The sweep has other workspaces to look after: it hands over and does not wait for replies. */
const handOverMs = 2_500;

/**
 * Finds stored messages that nobody works on: the process that took them died before it could hand them over, or the
 * conversation was ended by an operator in the middle of the work.
 */
export function createMessageKeeper({
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
}): MessageKeeper {
  async function resume(workspaceId: string): Promise<number> {
    const open = await messages.open(workspaceId, now() - youngMs);
    let resumed = 0;
    // One after the other: the messages of a conversation keep their order.
    for (const message of open) if (await look(message)) resumed += 1;
    return resumed;
  }

  async function look({ run, agentId, agentName, workflowId, isBegun }: OpenMessage): Promise<boolean> {
    const { status } = await runStates.of(workflowId);
    if (isBegun) {
      if (status === 'open') return false;
      const reason = 'The conversation was stopped while this message was being answered.';
      return await runs.finish(run, { outcome: 'failed', reason });
    }
    const { workspaceId, conversationId, messageId } = run;
    // A message that waits in its conversation already is not taken a second time.
    await conversationStarter.say({ workspaceId, agentId, agentName, conversationId, messageId }, handOverMs);
    return true;
  }

  return { resume };
}
