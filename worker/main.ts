import { NativeConnection } from '@temporalio/worker';

import { serves } from '#domain/served.ts';
import { workerStop } from '#domain/stop-times.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { announceReady } from '#platform/announce.ts';
import { readConfig } from '#platform/config.ts';
import { requireSettings } from '#platform/required-settings.ts';
import { runMain } from '#platform/run-main.ts';
import { loadSecretFiles } from '#platform/secret-files.ts';
import { createShutdown } from '#platform/shutdown.ts';
import { startObservation } from '#platform/start-observation.ts';
import { serveStatus } from '#platform/status-server.ts';
import { withholdFromWorker } from '#platform/worker-environment.ts';
import { connectService } from '#store/connection/connect-service.ts';
import { createWorkerBeats } from '#store/worker-beats.ts';
import { connectTemporal, workerConnectionOptions } from '#temporal/connect.ts';
import { composeActivities } from './compose.ts';
import { createWorkers } from './create-workers.ts';
import { startHeartbeat } from './heartbeat.ts';
import { healthPages } from './health-pages.ts';
import { observedBy } from './observed.ts';
import { installRuntime } from './runtime.ts';
import { workerVersion } from './worker-version.ts';
import { runWorkers } from './run-workers.ts';

await runMain(async () => {
  const config = requireSettings(readConfig(loadSecretFiles(withholdFromWorker(process.env))));
  const { tracing, work, logger, sdk } = await startObservation(config, 'worker');
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  const { closeWithinMs } = workerStop(graceMs);
  const { onShutdown, shutdown, stopping: isAskedToStop } = createShutdown({ logger, closeWithinMs });
  const sdkMetricsPort = await installRuntime({ logger, port: config.SDK_METRICS_PORT });

  if (sdk !== null) onShutdown('traces', sdk.close);
  const { redis, replicaRedis } = await connectService({
    url: config.REDIS_URL,
    replicasMin: config.REDIS_MIN_REPLICAS,
    logger,
    onShutdown,
  });
  const { client, namespace, close } = await connectTemporal();
  onShutdown('temporal client', close);
  const connection = await NativeConnection.connect(workerConnectionOptions());
  onShutdown('temporal connection', () => connection.close());

  const stopping = new AbortController();
  const composed = composeActivities({
    config,
    tracing,
    redis,
    replicaRedis,
    client,
    logger,
    sdkMetricsPort,
    stopping: stopping.signal,
  });
  onShutdown('compute', composed.closeCompute);
  // Before polling: a failure here ends the process, which must not cut off requests.
  if (serves(config.SERVE, 'hooks')) await composed.prepareHooks();
  const own = { version: workerVersion(config), observed: observedBy(work, sdk) };
  const common = { connection, namespace, taskQueues, graceMs, ...own };
  const workers = await createWorkers(common, { ...composed, served: config.SERVE, isTraced: sdk !== null });
  const address = { host: config.HOST, port: config.METRICS_PORT };
  const health = await serveStatus(healthPages({ ...composed, sdkMetricsPort, workers }), address);
  onShutdown('health', health.close);
  const onFailure = (error: unknown) => {
    logger.fatal({ error }, 'worker failed');
    void shutdown(1);
  };
  const { stop } = runWorkers(workers, { onFailure, graceMs, stopping });
  onShutdown('workers', stop);
  const beats = createWorkerBeats({ redis, taskQueue: taskQueues.runs });
  for (const worker of workers.filter(({ options }) => options.taskQueue === taskQueues.runs))
    onShutdown('heartbeat', startHeartbeat(worker, beats).stop);
  composed.begin(isAskedToStop);
  logger.info('polling');
  announceReady();
});
