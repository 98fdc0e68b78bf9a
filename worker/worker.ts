import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';

import type { TaskQueues } from '../domain/task-queues.ts';

interface WorkerOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueues: Pick<TaskQueues, 'runs'>;
  readonly workflowBundle: WorkflowBundleOption;
  /** Every activity of the queue, by name. */
  readonly activities: object;
}

const pollers = { type: 'autoscaling', minimum: 1, maximum: 16, initial: 4 } as const;

/** The worker of the runs: workflows and their activities. */
export async function createRunsWorker(options: WorkerOptions): Promise<Worker> {
  const { connection, namespace, taskQueues, workflowBundle, activities } = options;
  return await Worker.create({
    connection,
    namespace,
    taskQueue: taskQueues.runs,
    workflowBundle,
    activities,
    workflowTaskPollerBehavior: pollers,
    activityTaskPollerBehavior: pollers,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentLocalActivityExecutions: 100,
    // A request under way may end before the worker does; what is cut off after that is tried again elsewhere.
    shutdownGraceTime: '8s',
    shutdownForceTime: '11s',
  });
}
