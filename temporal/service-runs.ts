import { type Client, ScheduleNotFoundError } from '@temporalio/client';

import type { LastSweep } from '../contracts/service.ts';
import { sweepScheduleId } from './sweep-schedule.ts';

const timeoutMs = 2_500;

interface SweepResult {
  readonly failures: readonly string[];
  readonly failureCount: number;
}

/** What Temporal knows of the service itself. */
export function createServiceRuns({ client, taskQueue }: { client: Client; taskQueue: string }) {
  const inTime = <T>(work: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + timeoutMs, work);

  /** Workers that asked the queue of the runs for work within the last minutes. */
  async function workers(): Promise<number> {
    const { namespace } = client.options;
    const { pollers } = await inTime(() =>
      client.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        taskQueueType: 1,
      }),
    );
    return new Set(pollers?.map(({ identity }) => identity)).size;
  }

  async function lastSweep(): Promise<LastSweep | null> {
    const workflow = await inTime(lastAction);
    if (workflow === null) return null;
    const handle = client.workflow.getHandle(workflow.workflowId);
    const { status, startTime, closeTime } = await inTime(() => handle.describe());
    const result =
      status.name === 'COMPLETED' ? ((await inTime(() => handle.result())) as SweepResult) : null;
    return {
      startedAt: startTime.toISOString(),
      finishedAt: closeTime?.toISOString() ?? null,
      outcome: status.name === 'RUNNING' ? 'running' : result === null ? 'failed' : 'completed',
      failureCount: result?.failureCount ?? 0,
      failures: [...(result?.failures ?? [])],
    };
  }

  async function lastAction(): Promise<{ readonly workflowId: string } | null> {
    try {
      const { info } = await client.schedule.getHandle(sweepScheduleId(taskQueue)).describe();
      return info.recentActions.at(-1)?.action.workflow ?? null;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    }
  }

  return { workers, lastSweep };
}

export type ServiceRuns = ReturnType<typeof createServiceRuns>;
