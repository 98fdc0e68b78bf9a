import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';

import { workerStopMs } from '../domain/stop-times.ts';
import type { TaskQueues } from '../domain/task-queues.ts';

interface Common {
  readonly connection: NativeConnection;
  readonly namespace: string;
}

const pollers = { type: 'autoscaling', minimum: 1, maximum: 16, initial: 4 } as const;

/** Tasks in progress may finish during the grace time; those cut off afterwards are retried by another worker. */
const gentleStop = { shutdownGraceTime: workerStopMs.grace, shutdownForceTime: workerStopMs.force } as const;

/** The run worker: workflows and their activities, which are mostly I/O-bound. */
export async function createRunsWorker({
  connection,
  namespace,
  taskQueues,
  workflowBundle,
  activities,
}: Common & {
  readonly taskQueues: Pick<TaskQueues, 'runs'>;
  readonly workflowBundle: WorkflowBundleOption;
  /** Every activity of the queue, by name. */
  readonly activities: object;
}): Promise<Worker> {
  return await Worker.create({
    connection,
    namespace,
    taskQueue: taskQueues.runs,
    workflowBundle,
    activities,
    workflowTaskPollerBehavior: pollers,
    activityTaskPollerBehavior: pollers,
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentLocalActivityExecutions: 100,
    ...gentleStop,
  });
}

/** The worker for CPU-heavy activities, limited to one per compute process. */
export async function createComputeWorker({
  connection,
  namespace,
  taskQueues,
  activities,
  slots,
}: Common & {
  readonly taskQueues: Pick<TaskQueues, 'compute'>;
  readonly activities: object;
  readonly slots: number;
}): Promise<Worker> {
  return await Worker.create({
    connection,
    namespace,
    taskQueue: taskQueues.compute,
    activities,
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: slots },
    maxConcurrentActivityTaskExecutions: slots,
    ...gentleStop,
  });
}
