import { NativeConnection } from '@temporalio/worker';
import { inject } from 'vitest';

import { workflowBundle } from '../../worker/bundle.ts';
import { composeActivities } from '../../worker/compose.ts';
import { createRunsWorker } from '../../worker/worker.ts';
import { quietRuntime } from './quiet-runtime.ts';
import type { startApi } from './service.ts';
import { silentLogger } from './silent-logger.ts';

type Api = Pick<
  Awaited<ReturnType<typeof startApi>>,
  'config' | 'redis' | 'temporal' | 'runsQueue' | 'computeQueue'
>;

/** The real worker on the queue of a test's API: its deliveries are processed from now on. */
export async function startRunsWorker(
  { config, redis, temporal, runsQueue }: Api,
  options: { readonly graceMs?: number } = {},
) {
  quietRuntime();
  const parts = { config, redis, client: temporal.client, logger: silentLogger };
  const { runsActivities, closeCompute } = composeActivities(parts);
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const worker = await createRunsWorker({
    connection,
    namespace: temporal.namespace,
    taskQueues: { runs: runsQueue },
    workflowBundle: await workflowBundle(),
    activities: runsActivities,
    ...options,
  });
  const running = worker.run();
  return {
    [Symbol.asyncDispose]: async () => {
      worker.shutdown();
      await running;
      await connection.close();
      await closeCompute();
    },
  };
}
