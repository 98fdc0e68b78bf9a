import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineUpdate,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';

import type { Ending, MessageRun } from '#contracts/run.ts';
import { chatLimits } from '#domain/chat-limits.ts';
import { local } from './activities.ts';
import { runAgent } from './agent-run.ts';
import { finishFailed } from './finish.ts';
import { outcomeKey } from './search-attributes.ts';

/** The conversation, and how long the workflow stays open after its last message. */
export interface ConversationRef {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly idleMs: number;
  /** Continue as new above this history length; by default when Temporal suggests it. */
  readonly historyEventsMax?: number;
}

/** Answers the message stored under this id, after those before it. */
const say = defineUpdate<Ending, [messageId: string]>('say');

/** Answers the messages of one conversation in order. Ends when idle; the next message starts it again. */
export async function conversation(ref: ConversationRef): Promise<void> {
  const { workspaceId, conversationId, idleMs } = ref;
  const queue = createQueue();
  const isLong = () => {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    return continueAsNewSuggested || historyLength > (ref.historyEventsMax ?? Infinity);
  };
  const runOf = (messageId: string): MessageRun => ({
    kind: 'message',
    workspaceId,
    conversationId,
    messageId,
  });
  setHandler(say, async (messageId) => show(await queue.inTurn(() => answer(runOf(messageId)))), {
    validator: (_messageId: string) => {
      // A continuous stream of messages would otherwise never let the workflow continue as new.
      const waitingMax = isLong() ? 0 : chatLimits.waitingMessages;
      if (queue.length() > waitingMax)
        throw ApplicationFailure.nonRetryable('The conversation has too many waiting messages.', 'QueueFull');
    },
    description: 'Answers a stored message.',
  });
  try {
    let isWoken = true;
    while (isWoken) {
      await condition(allHandlersFinished);
      if (isLong()) await continueAsNew<typeof conversation>(ref);
      isWoken = (await condition(() => !allHandlersFinished(), idleMs)) || !allHandlersFinished();
    }
  } finally {
    // Cancellation ends the pending messages; each is recorded before the workflow completes.
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}

/** Runs tasks one at a time, in order of arrival. */
function createQueue() {
  let length = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    length += 1;
    const mine = last.then(work).finally(() => (length -= 1));
    last = mine.catch(() => undefined);
    return await mine;
  }

  return { inTurn, length: () => length };
}

async function answer(run: MessageRun): Promise<Ending> {
  try {
    const begun = await local('Begin message').beginMessage(run);
    if (begun.status === 'ended') return begun.ending;
    if (begun.status === 'begun') return await runAgent(run, begun, Date.now());
  } catch (error) {
    return await finishFailed(run, error);
  }
  throw ApplicationFailure.nonRetryable('The message was never stored.', 'RecordMissing');
}

/** Makes the last outcome searchable for operators. */
function show(ending: Ending): Ending {
  if (workflowInfo().typedSearchAttributes.get(outcomeKey) !== ending.outcome)
    upsertSearchAttributes([{ key: outcomeKey, value: ending.outcome }]);
  return ending;
}
