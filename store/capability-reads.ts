import type { RunRef } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import type { Redis } from './connect.ts';
import { createMessages } from './messages.ts';
import { createRuns } from './runs.ts';

/** What capabilities look up in the records: their ports, apart from the way out. */
export function createCapabilityReads({ redis }: { redis: Redis }) {
  const messages = createMessages({ redis });
  const runs = createRuns({ redis });

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

  return { delivery, responseBody, earlierMessages };
}
