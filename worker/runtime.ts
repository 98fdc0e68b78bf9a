import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

import type { Logger } from '../platform/logger.ts';

/** The compute worker has no workflows, which the SDK warns about at every start. */
const expectedWarning = 'No workflows registered';

/** Installs the SDK runtime once per process: forwards its logs to our logger and serves its metrics for Prometheus. */
export function installRuntime({ logger, metricsAddress }: { logger: Logger; metricsAddress: string }): void {
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
