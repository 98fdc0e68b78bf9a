import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';

/** One activity with a waiting client, for servers without standalone activities. */
export interface ComputeTask {
  readonly activity: string;
  readonly input: object;
  readonly summary: string;
  readonly taskQueue: string;
  readonly timeoutMs: number;
  readonly heartbeatTimeoutMs: number;
  readonly attemptsMax: number;
}

type AnyActivities = Record<string, (input: object) => Promise<unknown>>;

/** Runs the activity on its own queue and returns what it returns. */
export async function computeTask(task: ComputeTask): Promise<unknown> {
  const activities = proxyActivities<AnyActivities>({
    taskQueue: task.taskQueue,
    summary: task.summary,
    scheduleToCloseTimeout: task.timeoutMs,
    heartbeatTimeout: task.heartbeatTimeoutMs,
    retry: { maximumAttempts: task.attemptsMax },
  });
  const activity = activities[task.activity];
  if (!activity) throw ApplicationFailure.nonRetryable('There is no such activity.');
  return await activity(task.input);
}
