import { type Client, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

import type { Ending } from '#contracts/run.ts';
import { internalFault } from '#domain/internal-fault.ts';
import type { automationRun } from '#workflows/automation-run.ts';

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

  /** How a run ended, as its workflow tells it; null where it ended without a word. */
  async function endingOf(workflowId: string): Promise<Ending | null> {
    try {
      return await client.withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.getHandle<typeof automationRun>(workflowId).result(),
      );
    } catch (error) {
      if (error instanceof WorkflowFailedError) return endingIn(error.cause);
      throw error;
    }
  }

  return { of, endingOf };
}

/** A run that failed by a fault of ours tells its ending as well. */
function endingIn(cause: unknown): Ending | null {
  const isTold = cause instanceof ApplicationFailure && cause.type === internalFault;
  return isTold ? ((cause.details?.[0] as Ending | undefined) ?? null) : null;
}

export type RunStates = ReturnType<typeof createRunStates>;
