import type { Environment } from '#platform/environment.ts';
import type { PortPreference } from './choose-ports.ts';

type PortName = 'api' | 'metrics' | 'workerMetrics' | 'sdkMetrics' | 'temporalUi';
export type Ports = Readonly<Record<PortName, number>>;

const preferredUiPort = 8233;

/** The ports that a start needs. The defaults are only a preference: another program may have them. */
export function portPreferences(
  config: Environment,
  env: NodeJS.ProcessEnv,
): readonly (PortPreference & { readonly name: PortName })[] {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const port = isSet('PORT') ? config.PORT : undefined;
  const metricsPort = isSet('METRICS_PORT') ? config.METRICS_PORT : undefined;
  return [
    { name: 'api', variable: 'PORT', explicit: port, preferred: config.PORT },
    { name: 'metrics', variable: 'METRICS_PORT', explicit: metricsPort, preferred: config.METRICS_PORT },
    {
      name: 'workerMetrics',
      variable: 'METRICS_PORT',
      // Zero means any free port, for the worker too.
      explicit: metricsPort && metricsPort + 1,
      preferred: config.METRICS_PORT + 1,
    },
    {
      name: 'sdkMetrics',
      variable: 'SDK_METRICS_PORT',
      explicit: config.SDK_METRICS_PORT,
      preferred: config.METRICS_PORT + 2,
    },
    { name: 'temporalUi', variable: 'TEMPORAL_UI_URL', explicit: undefined, preferred: preferredUiPort },
  ];
}
