import { NativeConnection } from '@temporalio/worker';
import { inject } from 'vitest';

import { workerGraceMs } from '#domain/stop-times.ts';
import { composeActivities } from '#worker/compose.ts';
import { runWorkers } from '#worker/run-workers.ts';
import { createRunsWorker } from '#worker/worker.ts';
import { bundleOf } from './bundle-of.ts';
import { quietRuntime } from './quiet-runtime.ts';
import type { startApi } from './service.ts';
import { silentLogger } from './silent-logger.ts';

type Api = Pick<
  Awaited<ReturnType<typeof startApi>>,
  'config' | 'redis' | 'temporal' | 'runsQueue' | 'computeQueue'
>;

/** Takes the spans that traced workflows tell. */
export const spanSink = (take: () => void = () => undefined) => ({ exporter: { export: { fn: take } } });

/** The real worker on the queue of a test's API: its deliveries are processed from now on, traced where `sinks` take the spans. */
export async function startRunsWorker(
  { config, redis, temporal, runsQueue }: Api,
  { sinks, ...options }: { readonly graceMs?: number; readonly sinks?: ReturnType<typeof spanSink> } = {},
) {
  quietRuntime();
  const stopping = new AbortController();
  const parts = {
    stopping: stopping.signal,
    config,
    redis,
    runsQueue,
    client: temporal.client,
    logger: silentLogger,
  };
  const { runsActivities, registry, closeCompute } = composeActivities(parts);
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const worker = await createRunsWorker({
    connection,
    namespace: temporal.namespace,
    taskQueues: { runs: runsQueue },
    workflowBundle: await bundleOf({ isTraced: sinks !== undefined }),
    activities: runsActivities,
    ...(sinks !== undefined && { observed: { sinks } }),
    ...options,
  });
  const { graceMs = workerGraceMs } = options;
  const onFailure = (error: unknown) => void Promise.reject(error);
  const { stop } = runWorkers([worker], { onFailure, graceMs, stopping });
  return {
    /** The counts of this worker. */
    registry,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await connection.close();
      await closeCompute();
    },
  };
}
