import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { Messages, OpenMessage } from '#store/message/messages.ts';
import type { Runs } from '#store/run/runs.ts';
import type { ConversationStarter } from '#temporal/conversations.ts';
import type { RunStates } from '#temporal/run-states.ts';

/** Younger messages are still being delivered by the request that stored them. */
const youngMs = 60_000;
/** The sweep sends a message and does not wait for its reply. */
const handOverMs = 2_500;

/**
 * Finds stored messages that no workflow processes: the process that stored them died before sending them, or an
 * operator ended the conversation meanwhile.
 */
export function createMessageRecovery({
  conversationStarter,
  messages,
  runs,
  runStates,
}: {
  conversationStarter: Pick<ConversationStarter, 'handOver'>;
  messages: Pick<Messages, 'open'>;
  runs: Pick<Runs, 'finish'>;
  runStates: Pick<RunStates, 'of'>;
}) {
  /** Returns how many messages of the workspace were sent again or ended; a failure delays only its own conversation. */
  async function requeue(workspaceId: string): Promise<Pass> {
    const open = await messages.open(workspaceId, youngMs);
    const passes: Pass[] = [];
    const blocked = new Set<string>();
    // Sequential, so that the messages of a conversation keep their order.
    for (const message of open) {
      const { conversationId, messageId } = message.run;
      if (blocked.has(conversationId)) continue;
      const pass = await attempt(`message ${messageId}`, () => requeueOne(message));
      if (pass.failures.length > 0) blocked.add(conversationId);
      passes.push(pass);
    }
    return sumOf(passes);
  }

  async function requeueOne({ run, agentId, agentName, workflowId, isBegun }: OpenMessage): Promise<number> {
    const { status } = await runStates.of(workflowId);
    if (isBegun) {
      if (status === 'open') return 0;
      const reason = 'The conversation was stopped while this message was being answered.';
      return (await runs.finish(run, { outcome: 'failed', reason })).isFirst ? 1 : 0;
    }
    const { workspaceId, conversationId, messageId } = run;
    // A conversation ignores a message that it already has.
    await conversationStarter.handOver(
      { workspaceId, agentId, agentName, conversationId, messageId },
      handOverMs,
    );
    return 1;
  }

  return { requeue };
}
