import type { RunRef } from '../contracts/run.ts';
import type { TurnDelivery } from '../contracts/turn.ts';
import type { Messages } from './messages.ts';
import type { Runs } from './runs.ts';

interface CapabilityReadsDeps {
  readonly messages: Pick<Messages, 'earlier'>;
  readonly runs: Pick<Runs, 'context' | 'calls'>;
}

/** What capabilities look up in the records: their ports, apart from the way out. */
export function createCapabilityReads({ messages, runs }: CapabilityReadsDeps) {
  async function delivery(run: RunRef): Promise<TurnDelivery | null> {
    const context = await runs.context(run);
    return context.kind === 'message' ? null : context.delivery;
  }

  async function responseBody(run: RunRef, callId: string): Promise<string | null> {
    const record = (await runs.calls(run)).get(callId);
    return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
  }

  async function earlierRuns(run: RunRef): Promise<readonly RunRef[]> {
    return (await messages.earlier(run)).map((exchange) => exchange.run);
  }

  return { delivery, responseBody, earlierRuns };
}
