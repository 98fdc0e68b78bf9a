import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';

import { workerGraceMs, workerStop } from '#domain/stop-times.ts';
import type { TaskQueues } from '#domain/task-queues.ts';
import type { Observed } from './observed.ts';

interface Common {
  readonly connection: NativeConnection;
  readonly namespace: string;
  /** The version of this code, where Temporal is to tell versions apart. */
  readonly version?: { readonly deploymentName: string; readonly buildId: string } | undefined;
  /** Activities in progress may finish during this time; those cut off afterwards are retried by another worker. */
  readonly graceMs?: number;
  readonly observed?: Observed;
}

/** As often as activities tell: two lost heartbeats do not give an activity to a second worker. */
const heartbeatEveryMs = 3_000;

const pollers = { type: 'autoscaling', minimum: 1, maximum: 16, initial: 4 } as const;

function gracefulStop(graceMs = workerGraceMs) {
  return { shutdownGraceTime: graceMs, shutdownForceTime: workerStop(graceMs).forceMs };
}

/** The run worker: workflows and their activities, which are mostly I/O-bound. */
export async function createRunsWorker({
  connection,
  namespace,
  taskQueues,
  workflowBundle,
  activities,
  version,
  graceMs,
  observed = {},
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
    // A workflow task is held while its local activities run, requests to quick targets among them.
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentLocalActivityExecutions: 200,
    // By default the SDK sends a heartbeat every eight of the ten seconds after which a worker counts as dead.
    maxHeartbeatThrottleInterval: heartbeatEveryMs,
    ...observed,
    ...(version !== undefined && { workerDeploymentOptions: versioned(version) }),
    ...gracefulStop(graceMs),
  });
}

/** The options that a workflow does not have itself, in workflows/index.ts. */
const versioned = (version: NonNullable<Common['version']>) =>
  ({ version, useWorkerVersioning: true, defaultVersioningBehavior: 'AUTO_UPGRADE' }) as const;

/** The worker for CPU-heavy activities, limited to one per compute process. */
export async function createComputeWorker({
  connection,
  namespace,
  taskQueues,
  activities,
  slots,
  graceMs,
  observed = {},
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
    ...observed,
    ...gracefulStop(graceMs),
  });
}
