import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Says nothing below an error. */
export const quietLogger = new DefaultLogger('ERROR');

let isInstalled = false;

/** Keeps the SDK's progress lines out of the test output; call it before a worker is made, as often as you like. */
export function quietRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({
    logger: quietLogger,
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}
