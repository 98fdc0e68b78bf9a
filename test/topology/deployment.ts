import { Client, Connection } from '@temporalio/client';

import { taskQueues } from '#domain/task-queues.ts';
import { sweepScheduleId } from '#temporal/sweep-schedule.ts';
import { until } from '#test/support/until.ts';

const namespace = 'default';
const deploymentName = 'reveille';

/** Does what an operator does with Temporal at a release: the current version, what still runs on an old one. */
export function createDeployment(address: string) {
  /** New runs go to its workers from now on. Waits until one has polled. */
  const makeCurrent = (buildId: string) =>
    until(
      `build ${buildId} is the current one`,
      () =>
        withService((service) =>
          service.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId }).then(() => true),
        ),
      { timeoutMs: 60_000 },
    );

  /** Waits until no run is pinned to a version any more. */
  const untilDrained = (buildId: string, timeoutMs: number) =>
    until(
      `nothing runs on build ${buildId} any more`,
      async () => {
        const query = `TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}' AND ExecutionStatus = 'Running'`;
        const { count } = await withService((service) =>
          service.countWorkflowExecutions({ namespace, query }),
        );
        return Number(count) === 0;
      },
      { timeoutMs },
    );

  /** Begins the sweep now, which else comes every five minutes. */
  const sweep = () =>
    withConnection((connection) =>
      new Client({ connection }).schedule.getHandle(sweepScheduleId(taskQueues.runs)).trigger(),
    );

  const withService = <T>(use: (service: Connection['workflowService']) => Promise<T>) =>
    withConnection((connection) => use(connection.workflowService));

  async function withConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await Connection.connect({ address });
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  }

  return { makeCurrent, untilDrained, sweep };
}
