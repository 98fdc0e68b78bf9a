import { memoryBytes, memoryShares } from '#compute/memory.ts';
import { readConfig } from '#platform/config.ts';
import { afterStart } from '#platform/after-start.ts';
import { announceReady } from '#platform/announce.ts';
import { openFilesMax, usualConnectionsMax } from '#platform/open-files.ts';
import { requireApiSettings } from '#platform/required-settings.ts';
import { runMain } from '#platform/run-main.ts';
import { loadSecretFiles } from '#platform/secret-files.ts';
import { seldom } from '#platform/seldom.ts';
import { createShutdown } from '#platform/shutdown.ts';
import { startObservation } from '#platform/start-observation.ts';
import { serveStatus } from '#platform/status-server.ts';
import { connectService } from '#store/connection/connect-service.ts';
import { connectTemporal } from '#temporal/connect.ts';
import { readServiceAccount } from '#waitlist/google/service-account.ts';
import { serves } from '#domain/served.ts';
import { closeWithinMs } from '#domain/stop-times.ts';
import { composeApi } from './compose.ts';
import { listen } from './server.ts';

await runMain(async () => {
  const config = requireApiSettings(readConfig(loadSecretFiles(process.env)));
  const { tracing, work, logger, sdk } = await startObservation(config, 'api');
  const { onShutdown, stopping } = createShutdown({ logger, closeWithinMs: closeWithinMs.api });

  if (sdk !== null) onShutdown('traces', sdk.close);
  const { redis, replicaRedis, cacheRedis } = await connectService({
    url: config.REDIS_URL,
    cacheUrl: config.REDIS_CACHE_URL,
    replicasMin: config.REDIS_MIN_REPLICAS,
    logger,
    onShutdown,
  });
  const temporal = await connectTemporal(sdk?.clientInterceptor);
  onShutdown('temporal', temporal.close);
  const googleAccount =
    config.GOOGLE_SERVICE_ACCOUNT === undefined
      ? undefined
      : await readServiceAccount(config.GOOGLE_SERVICE_ACCOUNT);
  const observed = { logger, tracing, work };
  const parts = { config, redis, replicaRedis, cacheRedis, temporal, ...observed, googleAccount, stopping };
  const { app, metricsPage, probeBlobs, readStored, warmUp, close } = composeApi(parts);
  onShutdown('tools', close);
  const metricsServer = await serveStatus(
    { '/metrics': metricsPage },
    { host: config.HOST, port: config.METRICS_PORT },
  );
  onShutdown('metrics', metricsServer.close);
  await readStored();
  const server = await listen(app, {
    host: config.HOST,
    port: config.PORT,
    connectionsMax:
      config.CONNECTIONS_MAX ?? usualConnectionsMax(openFilesMax(), memoryShares(memoryBytes()).connections),
    onDrop: seldom(60_000, () => logger.warn('too many connections: new ones are closed')),
  });
  onShutdown('http', server.close);
  probeBlobs().catch(() => undefined);
  if (serves(config.SERVE, 'tools')) afterStart(warmUp, stopping);
  logger.info({ port: server.port }, 'listening');
  announceReady();
});
