import { type Client, ScheduleNotFoundError } from '@temporalio/client';

import type { LastSweep } from '#contracts/service.ts';
import { sweepScheduleId } from './sweep-schedule.ts';

const timeoutMs = 2_500;

interface SweepResult {
  readonly failures: readonly string[];
  readonly failureCount: number;
}

interface Deps {
  readonly client: Client;
  readonly taskQueue: string;
  /** Identities of workers that were alive and are silent now. */
  readonly silentWorkers: () => Promise<ReadonlySet<string>>;
}

/** The state of the service as Temporal knows it. */
export function createServiceRuns({ client, taskQueue, silentWorkers }: Deps) {
  const inTime = <T>(work: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + timeoutMs, work);

  /** Workers that asked the queue of the runs for work within the last minutes and are not silent since. */
  async function workers(): Promise<number> {
    const { namespace } = client.options;
    const [{ pollers }, silent] = await Promise.all([
      inTime(() =>
        client.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: taskQueue },
          taskQueueType: 1,
        }),
      ),
      silentWorkers(),
    ]);
    const identities = new Set(pollers?.map(({ identity }) => identity ?? ''));
    return [...identities].filter((identity) => !silent.has(identity)).length;
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
