import { type Client, isGrpcServiceError } from '@temporalio/client';

import { searchAttributes } from './search-attributes.ts';

/** gRPC's NOT_FOUND. */
const notFound = 5;
const timeoutMs = 10_000;
const atOnce = 16;
interface Execution {
  readonly workflowId: string;
  readonly runId?: string;
}

/** Longer than a search may lag behind. */
const recentMs = 2 * 60_000;

/**
 * Deletes workflows with their histories, search attributes and memos; one that is open is terminated by it. The server
 * notes each at once and carries it out within a minute.
 */
export function createRunDeletion({ client }: { client: Client }) {
  const { namespace } = client.options;

  /** Every run of a workflow: that of a delivery may have been started a second time. */
  async function deleteWorkflow(workflowId: string): Promise<void> {
    await deleteExecution({ workflowId });
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = ${quoted(workflowId)}` }))
      await deleteExecution({ workflowId, runId });
  }

  /**
   * Passes over all that runs or ran for a workspace. Each deletes what it finds, and says how much of that no pass
   * before had found: what is deleted is still listed for a while.
   */
  function passesOver(workspaceId: string): (signal: AbortSignal) => Promise<number> {
    const all = `${searchAttributes.workspaceId.name} = ${quoted(workspaceId)}`;
    const recentFrom = new Date(Date.now() - recentMs);
    const told = new Set<string>();
    let query = all;
    return async function pass(signal) {
      let [count, group]: [number, Execution[]] = [0, []];
      for await (const { workflowId, runId, startTime } of client.workflow.list({ query })) {
        if (told.has(runId)) continue;
        if (startTime >= recentFrom) told.add(runId);
        count += 1;
        group.push({ workflowId, runId });
        if (group.length < atOnce) continue;
        signal.throwIfAborted();
        await Promise.all(group.map(deleteExecution));
        group = [];
      }
      await Promise.all(group.map(deleteExecution));
      query = `${all} AND StartTime >= ${quoted(recentFrom.toISOString())}`;
      return count;
    };
  }

  async function deleteExecution(workflowExecution: Execution): Promise<void> {
    try {
      await client.withDeadline(Date.now() + timeoutMs, () =>
        client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution }),
      );
    } catch (error) {
      if (!isGrpcServiceError(error) || Number(error.code) !== notFound) throw error;
    }
  }

  return { deleteWorkflow, passesOver };
}

/** A text in a query of Temporal's. */
const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
