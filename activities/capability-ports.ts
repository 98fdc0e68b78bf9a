import type { CapabilityPorts } from '../capabilities/calls.ts';
import type { Egress } from '../contracts/outbound.ts';
import type { Messages } from '../store/messages.ts';
import type { Runs } from '../store/runs.ts';

export interface CapabilityPortsDeps {
  readonly egress: Pick<Egress, 'send'>;
  readonly messages: Pick<Messages, 'earlier'>;
  readonly runs: Pick<Runs, 'context' | 'calls'>;
}

/** What the capabilities need of the world, from the parts of a worker. */
export function createCapabilityPorts({ egress, messages, runs }: CapabilityPortsDeps): CapabilityPorts {
  return {
    egress,
    delivery: async (run) => {
      const context = await runs.context(run);
      return context.kind === 'message' ? null : context.delivery;
    },
    responseBody: async (run, callId) => {
      const record = (await runs.calls(run)).get(callId);
      return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
    },
    earlierRuns: async (run) => (await messages.earlier(run)).map((exchange) => exchange.run),
  };
}
