import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';

import { workerStopMs } from '../domain/stop-times.ts';
import type { TaskQueues } from '../domain/task-queues.ts';

interface Common {
  readonly connection: NativeConnection;
  readonly namespace: string;
}

const pollers = { type: 'autoscaling', minimum: 1, maximum: 16, initial: 4 } as const;

/** What is under way may end before the worker does; what is cut off after that is tried again elsewhere. */
const gentleStop = { shutdownGraceTime: workerStopMs.grace, shutdownForceTime: workerStopMs.force } as const;

/** The worker of the runs: workflows and their activities, which mostly wait for others. */
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

/** The worker of heavy work: as many at a time as there are processes for it, whatever waits in the queue. */
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
