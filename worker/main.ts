import { NativeConnection } from '@temporalio/worker';

import { workerStop } from '../domain/stop-times.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { announceReady } from '../platform/announce.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { requireSettings } from '../platform/required-settings.ts';
import { runMain } from '../platform/run-main.ts';
import { createShutdown } from '../platform/shutdown.ts';
import { serveStatus } from '../platform/status-server.ts';
import { connectService } from '../store/connect-service.ts';
import { connectTemporal, temporalSettings } from '../temporal/connect.ts';
import { scheduleSweep } from '../temporal/sweep-schedule.ts';
import { workflowBundle } from './bundle.ts';
import { composeActivities } from './compose.ts';
import { healthPages } from './health-pages.ts';
import { installRuntime } from './runtime.ts';
import { runWorkers } from './run-workers.ts';
import { createComputeWorker, createRunsWorker } from './worker.ts';

await runMain(async () => {
  const config = requireSettings(readConfig(process.env));
  const logger = createLogger(config.LOG_LEVEL, 'worker');
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  const { closeWithinMs } = workerStop(graceMs);
  const { onShutdown, shutdown } = createShutdown({ logger, closeWithinMs });
  const sdkMetricsPort = await installRuntime({ logger });

  const { redis, replicaRedis } = await connectService({
    url: config.REDIS_URL,
    replicasMin: config.REDIS_MIN_REPLICAS,
    logger,
    onShutdown,
  });
  const { client, namespace, close } = await connectTemporal();
  onShutdown('temporal client', close);
  const connection = await NativeConnection.connect(temporalSettings().connectionOptions);
  onShutdown('temporal connection', () => connection.close());

  const stopping = new AbortController();
  const { runsActivities, computeActivities, computeSlots, registry, warmUp, closeCompute } =
    composeActivities({
      config,
      redis,
      replicaRedis,
      client,
      logger,
      sdkMetricsPort,
      stopping: stopping.signal,
    });
  onShutdown('compute', closeCompute);
  // Before polling: a failure here ends the process, which must not cut off requests.
  await scheduleSweep(client, taskQueues.runs);
  const common = { connection, namespace, taskQueues, graceMs };
  const workers = await Promise.all([
    createRunsWorker({ ...common, workflowBundle: await workflowBundle(), activities: runsActivities }),
    createComputeWorker({ ...common, activities: computeActivities, slots: computeSlots }),
  ]);
  const address = { host: config.HOST, port: config.METRICS_PORT };
  const health = await serveStatus(healthPages({ registry, sdkMetricsPort, workers }), address);
  onShutdown('health', health.close);
  const onFailure = (error: unknown) => {
    logger.fatal({ error }, 'worker failed');
    void shutdown(1);
  };
  const { stop } = runWorkers(workers, { onFailure, graceMs, stopping });
  onShutdown('workers', stop);
  warmUp();
  logger.info('polling');
  announceReady();
});
