import type { Environment } from '../environment.ts';
import { noTracing } from './tracing.ts';

type Settings = Pick<
  Environment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED'
>;

export const isTraced = (settings: Settings): boolean =>
  !settings.OTEL_SDK_DISABLED &&
  (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

/** Traces of this process, where a collector is configured; `sdk` is null where none is. */
export async function startTracing(settings: Settings, process: 'api' | 'worker') {
  if (!isTraced(settings)) return { tracing: noTracing, sdk: null };
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  const { tracing, ...sdk } = startOpenTelemetry(process);
  return { tracing, sdk };
}
