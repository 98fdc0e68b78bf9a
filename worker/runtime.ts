import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import getPort from 'get-port';

import type { Logger } from '#platform/logger.ts';

/** The compute worker has no workflows, which the SDK warns about at every start. */
const host = '127.0.0.1';
const expectedWarning = 'No workflows registered';

/** Between the choice of a free port and its use another process may take it. */
const triesMax = 5;

/**
 * Installs the SDK runtime once per process: forwards its logs to our logger and serves its metrics for Prometheus on
 * loopback, at `given` or any free port. Gives the port.
 */
export async function installRuntime({
  logger,
  port: given,
}: {
  readonly logger: Logger;
  readonly port?: number | undefined;
}): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = given ?? (await getPort({ host }));
    try {
      install(logger, `${host}:${port}`);
      return port;
    } catch (error) {
      if (tries === triesMax || given !== undefined) throw error;
    }
  }
}

function install(logger: Logger, metricsAddress: string): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const isExpected = message.startsWith(expectedWarning);
      const write = isExpected
        ? logger.debug
        : level === 'ERROR'
          ? logger.error
          : level === 'WARN'
            ? logger.warn
            : logger.debug;
      write.call(logger, { ...meta }, message);
    }),
    // The process decides when to stop: see main.ts.
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      metrics: { prometheus: { bindAddress: metricsAddress } },
    },
  });
}
