import { readRedisUrl } from '#domain/redis-url.ts';
import type { Environment } from './environment.ts';

/** The addresses of the service's servers, as far as its settings name them. */
export function ownEndpoints(
  config: Environment,
): readonly { readonly host: string; readonly port: number }[] {
  const { HOST: host, PORT, METRICS_PORT, TEMPORAL_UI_URL, BLOBS_URL, REDIS_CACHE_URL } = config;
  return [
    { host, port: PORT },
    { host, port: METRICS_PORT },
    ...[config.REDIS_URL ?? 'redis://127.0.0.1', REDIS_CACHE_URL ?? ''].flatMap(
      (url) => readRedisUrl(url)?.nodes ?? [],
    ),
    endpointOf(`temporal://${config.TEMPORAL_ADDRESS ?? '127.0.0.1'}`, 7233),
    // Without a port of their own they are behind a proxy, or a public service: others are served there as well.
    ...(BLOBS_URL === undefined ? [] : [endpointOf(BLOBS_URL.endpoint, 0)]),
    ...(TEMPORAL_UI_URL === undefined ? [] : [endpointOf(TEMPORAL_UI_URL, 0)]),
    ...[config.OTEL_EXPORTER_OTLP_ENDPOINT, config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT]
      .filter((url) => url !== undefined)
      .map((url) => endpointOf(url, url.startsWith('https:') ? 443 : 80)),
    ...(config.SMTP_URL === undefined ? [] : [endpointOf(config.SMTP_URL, 587)]),
    ...config.EGRESS_DENY_ENDPOINTS.map((text) => endpointOf(`tcp://${text}`, 0)),
  ].filter(({ port }) => port !== 0);
}

function endpointOf(text: string, usualPort: number) {
  const { hostname, port } = new URL(text);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) };
}
