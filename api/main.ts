import { readConfig } from '../platform/config.ts';
import { announceReady } from '../platform/announce.ts';
import { createLogger } from '../platform/logger.ts';
import { openFilesMax, usualConnectionsMax } from '../platform/open-files.ts';
import { requireSettings } from '../platform/required-settings.ts';
import { runMain } from '../platform/run-main.ts';
import { seldom } from '../platform/seldom.ts';
import { createShutdown } from '../platform/shutdown.ts';
import { serveStatus } from '../platform/status-server.ts';
import { connectService } from '../store/connect-service.ts';
import { connectTemporal } from '../temporal/connect.ts';
import { readServiceAccount } from '../waitlist/google/service-account.ts';
import { closeWithinMs } from '../domain/stop-times.ts';
import { composeApi } from './compose.ts';
import { listen } from './server.ts';

await runMain(async () => {
  const config = requireSettings(readConfig(process.env));
  const logger = createLogger(config.LOG_LEVEL, 'api');
  const { onShutdown, stopping } = createShutdown({ logger, closeWithinMs: closeWithinMs.api });

  const { redis, replicaRedis, cacheRedis } = await connectService({
    url: config.REDIS_URL,
    cacheUrl: config.REDIS_CACHE_URL,
    replicasMin: config.REDIS_MIN_REPLICAS,
    logger,
    onShutdown,
  });
  const temporal = await connectTemporal();
  onShutdown('temporal', temporal.close);
  const googleAccount =
    config.GOOGLE_SERVICE_ACCOUNT === undefined
      ? undefined
      : await readServiceAccount(config.GOOGLE_SERVICE_ACCOUNT);
  const parts = { config, redis, replicaRedis, cacheRedis, temporal, logger, googleAccount, stopping };
  const { app, metricsPage, warmUp, close } = composeApi(parts);
  onShutdown('tools', close);
  const metricsServer = await serveStatus(
    { '/metrics': metricsPage },
    { host: config.HOST, port: config.METRICS_PORT },
  );
  onShutdown('metrics', metricsServer.close);
  const server = await listen(app, {
    host: config.HOST,
    port: config.PORT,
    connectionsMax: config.CONNECTIONS_MAX ?? usualConnectionsMax(openFilesMax()),
    onDrop: seldom(60_000, () => logger.warn('too many connections: new ones are closed')),
  });
  onShutdown('http', server.close);
  warmUp();
  logger.info({ port: server.port }, 'listening');
  announceReady();
});
