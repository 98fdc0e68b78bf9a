/** Our worker for runs, as configured, with a budget beyond what the settings allow. */
import { NativeConnection } from '@temporalio/worker';

import { taskQueues } from '#domain/task-queues.ts';
import { announceReady } from '#platform/announce.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { requireSettings } from '#platform/required-settings.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { connectTemporal, workerConnectionOptions } from '#temporal/connect.ts';
import { workflowBundle } from '#worker/bundle.ts';
import { composeActivities } from '#worker/compose.ts';
import { installRuntime } from '#worker/runtime.ts';
import { runWorkers } from '#worker/run-workers.ts';
import { createRunsWorker } from '#worker/worker.ts';

const budget = { RUN_MAX_STEPS: 10_000, RUN_MAX_REQUESTS: 10_000, RUN_MAX_TOKENS: 1e12, RUN_MAX_MINUTES: 60 };
const graceMs = 1_000;

const config = { ...requireSettings(readConfig(process.env)), ...budget };
const logger = createLogger(config.LOG_LEVEL, 'worker');
await installRuntime({ logger });
const redis = await connectRedis(config.REDIS_URL, () => undefined);
const { client, namespace, close } = await connectTemporal();
const connection = await NativeConnection.connect(workerConnectionOptions());
const stopping = new AbortController();
const { runsActivities, closeCompute } = composeActivities({
  config,
  redis,
  client,
  logger,
  stopping: stopping.signal,
});
const worker = await createRunsWorker({
  connection,
  namespace,
  taskQueues,
  graceMs,
  workflowBundle: await workflowBundle(),
  activities: runsActivities,
});
const { stop } = runWorkers([worker], {
  onFailure: (error) => void Promise.reject(error),
  graceMs,
  stopping,
});
process.once('SIGTERM', () => void end());
announceReady();

async function end(): Promise<void> {
  await stop();
  await closeCompute();
  await connection.close();
  await close();
  await redis.close();
  process.exit(0);
}
