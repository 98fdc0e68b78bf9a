import { randomUUID } from 'node:crypto';

import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { TurnReport } from '#contracts/turn-report.ts';
import type { Ending } from '#contracts/run.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { createRunsWorker } from '#worker/worker.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';
import { until } from '#test/support/until.ts';

let connection: Connection;
let native: NativeConnection;
beforeAll(async () => {
  quietRuntime();
  const address = inject('temporalAddress');
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
});
afterAll(async () => {
  await native.close();
  await connection.close();
});

const namespace = 'default';

test('a run stays with the version that it began on, and the next one takes the current version', async () => {
  const taskQueue = randomUUID();
  const deploymentName = `reveille-${taskQueue}`;
  const ended: string[] = [];
  const firstBegan = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();

  async function startWorker(buildId: string) {
    const worker = await createRunsWorker({
      connection: native,
      namespace,
      taskQueues: { runs: taskQueue },
      version: { deploymentName, buildId },
      workflowBundle: await bundleOf(),
      activities: {
        beginRun: () => Promise.resolve({ status: 'begun', isFilterOpen: false, isOffline: false }),
        takeTurn: async ({ deliveryId }: { deliveryId: string }): Promise<TurnReport> => {
          if (deliveryId === 'first') firstBegan.resolve();
          if (deliveryId === 'first') await release.promise;
          return { calls: [], ending: null, tokens: 1, amountMicros: 0, summary: 'On it' };
        },
        finishRun: ({ deliveryId }: { deliveryId: string }, ending: Ending) => {
          ended.push(`${deliveryId} by ${buildId}`);
          return Promise.resolve(ending);
        },
      },
    });
    const running = worker.run();
    await until(
      `version ${buildId} is the current one`,
      () =>
        connection.workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId }),
      { timeoutMs: 60_000 },
    );
    return { stop: () => (worker.shutdown(), running) };
  }

  const { workflow } = new Client({ connection });
  const start = (deliveryId: string) =>
    workflow.start('automationRun', {
      taskQueue,
      workflowId: `${taskQueue}/${deliveryId}`,
      args: [{ kind: 'delivery', workspaceId: 'ws_1', automationId: 'aut_1', deliveryId }],
    });

  const old = await startWorker('1');
  const first = await start('first');
  await firstBegan.promise;
  const current = await startWorker('2');
  const second = await start('second');
  await second.result();
  release.resolve();
  await first.result();
  expect(ended).toEqual(['second by 2', 'first by 1']);
  await Promise.all([old.stop(), current.stop()]);
}, 120_000);
