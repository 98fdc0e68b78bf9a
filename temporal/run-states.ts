import { type Client, WorkflowNotFoundError } from '@temporalio/client';

import type { Ending } from '../contracts/run.ts';
import type { automationRun } from '../workflows/automation-run.ts';

/** The state of a run at Temporal. */
export type RunState =
  | { readonly status: 'open' | 'missing' }
  | { readonly status: 'closed'; readonly how: string };

const timeoutMs = 2_500;

/** Looks at runs; strongly consistent, unlike a search. */
export function createRunStates({ client }: { client: Client }) {
  async function of(workflowId: string): Promise<RunState> {
    try {
      const { status } = await client.withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.getHandle(workflowId).describe(),
      );
      return status.name === 'RUNNING' ? { status: 'open' } : { status: 'closed', how: status.name };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return { status: 'missing' };
      throw error;
    }
  }

  /** How a run ended, as a workflow that completed tells it. */
  async function endingOf(workflowId: string): Promise<Ending> {
    return await client.withDeadline(Date.now() + timeoutMs, () =>
      client.workflow.getHandle<typeof automationRun>(workflowId).result(),
    );
  }

  return { of, endingOf };
}

export type RunStates = ReturnType<typeof createRunStates>;
