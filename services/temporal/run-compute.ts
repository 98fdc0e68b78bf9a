import {
  ActivityExecutionFailedError,
  isGrpcServiceError,
  WorkflowFailedError,
  type Client,
} from '@temporalio/client';
import { ActivityFailure } from '@temporalio/common';
import type { TaskQueues } from '#domain/task-queues.ts';
import type { computeTask } from '#workflows/compute-task.ts';

/** An activity that a caller waits for. `input` and the result are small: names and numbers, never bytes of a file. */
export interface ComputeCall {
  readonly activity: string;
  /** Unique for the call. */
  readonly id: string;
  readonly input: object;
  /** One line for operators, below 200 bytes. */
  readonly summary: string;
  /** From the call to its end, including the time in the queue. */
  readonly timeoutMs: number;
  /** Shares the queue fairly among callers. */
  readonly fairnessKey?: string;
  /** Precedes others in the queue; for very short work. */
  readonly isQuick?: boolean;
}

/** The part of either kind of execution that a waiting caller needs. */
interface Handle {
  result(): Promise<unknown>;
  cancel(reason: string): Promise<unknown>;
}

/** Starting takes milliseconds; if not, the caller should not wait for the client's retries. */
const startTimeoutMs = 5_000;
const heartbeatTimeoutMs = 10_000;
/** The second attempt is for a worker that was stopped meanwhile; failures of the work itself are not retryable. */
const attemptsMax = 2;
/** gRPC's UNIMPLEMENTED: the server lacks standalone activities, or they are disabled. */
const unimplemented = 12;
/** The lowest goes first; the default is 3. */
const quickPriorityKey = 1;

function priorityOf({ fairnessKey, isQuick }: ComputeCall) {
  return {
    priority: {
      ...(fairnessKey === undefined ? {} : { fairnessKey }),
      ...(isQuick === true ? { priorityKey: quickPriorityKey } : {}),
    },
  };
}

interface ComputeRunnerDeps {
  readonly client: Client;
  readonly taskQueues: Pick<TaskQueues, 'compute' | 'runs'>;
}

function startActivity({ client, taskQueues }: ComputeRunnerDeps, call: ComputeCall): Promise<Handle> {
  return client.activity.start(call.activity, {
    id: call.id,
    taskQueue: taskQueues.compute,
    args: [call.input],
    summary: call.summary,
    scheduleToCloseTimeout: call.timeoutMs,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { maximumAttempts: attemptsMax },
    ...priorityOf(call),
  });
}

async function startWorkflow({ client, taskQueues }: ComputeRunnerDeps, call: ComputeCall): Promise<Handle> {
  const { activity, input, summary, timeoutMs } = call;
  const taskQueue = taskQueues.compute;
  const task = { activity, input, summary, taskQueue, timeoutMs, heartbeatTimeoutMs, attemptsMax };
  const handle = await client.workflow.start<typeof computeTask>('computeTask', {
    workflowId: call.id,
    taskQueue: taskQueues.runs,
    args: [task],
    staticSummary: summary,
    workflowExecutionTimeout: timeoutMs,
    ...priorityOf(call),
  });
  return { result: () => handle.result(), cancel: () => handle.cancel() };
}

/**
 * Runs activities on the `compute` queue while a caller waits: as standalone activities, and as workflows of one activity
 * on a server that lacks those.
 */
export function createComputeRunner(deps: ComputeRunnerDeps) {
  const { client } = deps;
  let hasStandalone = true;

  async function start(call: ComputeCall): Promise<Handle> {
    if (!hasStandalone) return startWorkflow(deps, call);
    try {
      return await startActivity(deps, call);
    } catch (error) {
      if (!isUnimplemented(error)) throw error;
      hasStandalone = false;
      return startWorkflow(deps, call);
    }
  }

  /**
   * Resolves to what the activity returns. Rejects with the signal's reason when aborted, with the activity's own failure
   * when it fails, and when the time is over; the work is then cancelled.
   */
  async function run(call: ComputeCall, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const deadline = Date.now() + call.timeoutMs;
    const handle = await client.withDeadline(Math.min(deadline, Date.now() + startTimeoutMs), () =>
      start(call),
    );
    try {
      // A caller may have gone while the work was being started.
      signal.throwIfAborted();
      return await client.withDeadline(deadline, () => client.withAbortSignal(signal, () => handle.result()));
    } catch (error) {
      const failure = ownFailure(error);
      if (failure !== undefined) throw failure;
      await stop(handle, signal.aborted ? 'The caller disconnected.' : 'The time is over.');
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** The caller no longer waits; a job that cannot be cancelled ends at its own time limit. */
  async function stop(handle: Handle, reason: string): Promise<void> {
    await client
      .withDeadline(Date.now() + startTimeoutMs, () => handle.cancel(reason))
      .catch(() => undefined);
  }

  return { run };
}

export type ComputeRunner = ReturnType<typeof createComputeRunner>;

function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === unimplemented;
}

/** The activity's own failure, unwrapped. */
function ownFailure(error: unknown): unknown {
  if (error instanceof ActivityExecutionFailedError) return error.cause ?? error;
  if (!(error instanceof WorkflowFailedError)) return undefined;
  return (error.cause instanceof ActivityFailure ? error.cause.cause : error.cause) ?? error;
}
