import path from 'node:path';

import { Connection } from '@temporalio/client';

import { runQuietly } from '../../bin/embedded/run-quietly.ts';
import { SetupError } from '../../bin/setup-error.ts';
import { until } from '../support/until.ts';
import { root } from './compose/read-compose.ts';

const namespace = 'default';
const deploymentName = 'reveille';

/** What an operator does with Temporal at a release: the set-up step, the current version, what still runs on an old one. */
export function createDeployment(address: string) {
  /** Namespace and search attributes, by the step that docker-compose.yml runs. */
  async function setUp(): Promise<void> {
    const result = await runQuietly([process.execPath, path.join(root, 'bin/set-up-temporal.ts')], {
      timeoutMs: 120_000,
      env: { TEMPORAL_ADDRESS: address },
    });
    if (!result.ok) throw new SetupError(`The set-up step failed: ${result.lastLines}`);
  }

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

  async function withService<T>(use: (service: Connection['workflowService']) => Promise<T>): Promise<T> {
    const connection = await Connection.connect({ address });
    try {
      return await use(connection.workflowService);
    } finally {
      await connection.close();
    }
  }

  return { setUp, makeCurrent, untilDrained };
}
