import type { RunRef } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import type { Redis } from './connection/connect.ts';
import { createRevisions } from './automation/revisions.ts';
import { createMessages } from './message/messages.ts';
import { createRuns } from './run/runs.ts';

/** The look-ups of capabilities in the records: their ports, apart from egress. */
export function createCapabilityReads({ redis }: { redis: Redis }) {
  const messages = createMessages({ redis });
  const runs = createRuns({ redis });
  const revisions = createRevisions({ redis, now: Date.now });

  async function delivery(run: RunRef): Promise<TurnDelivery | null> {
    const context = await runs.context(run);
    return context.kind === 'message' ? null : context.delivery;
  }

  async function responseBody(run: RunRef, callId: string): Promise<string | null> {
    const record = (await runs.calls(run)).get(callId);
    return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
  }

  async function earlierMessages(run: RunRef): Promise<readonly RunRef[]> {
    return (await messages.earlier(run)).map((exchange) => exchange.run);
  }

  /**
   * The instructions of the revision that the run was accepted under; in a chat, the messages of its conversation so far.
   */
  async function instructions(run: RunRef): Promise<readonly string[]> {
    const context = await runs.context(run);
    if (context.kind === 'delivery') {
      const { automationId, revision } = context;
      return [(await revisions.revision(run.workspaceId, automationId, revision)).instructions];
    }
    return [...(await messages.earlier(run)).map(({ text }) => text), context.text];
  }

  return { delivery, responseBody, earlierMessages, instructions };
}
