import { expect, test } from 'vitest';

import { readConfig } from '#platform/config.ts';
import { isTraced, startTracing } from '#platform/tracing/start-tracing.ts';
import { noTracing } from '#platform/tracing/tracing.ts';

const collector = 'http://127.0.0.1:4318';

test.each<[boolean, Record<string, string>]>([
  [false, {}],
  [true, { OTEL_EXPORTER_OTLP_ENDPOINT: collector }],
  [true, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector}/v1/traces` }],
  [false, { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_SDK_DISABLED: 'true' }],
  [true, { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_SDK_DISABLED: 'false' }],
])('traced: %s with %j', (expected, env) => {
  expect(isTraced(readConfig(env))).toBe(expected);
});

test('without a collector nothing is started', async () => {
  expect(await startTracing(readConfig({}), 'api')).toEqual({ tracing: noTracing, sdk: null });
});
