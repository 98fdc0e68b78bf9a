import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Says nothing below an error. */
export const quietLogger = new DefaultLogger('ERROR');

/** Keeps the SDK's progress lines out of the test output; call it before a worker is made. */
export function quietRuntime(): void {
  Runtime.install({
    logger: quietLogger,
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}
