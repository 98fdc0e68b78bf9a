import { randomUUID } from 'node:crypto';

import type { Middleware } from 'koa';

import type { Logger } from '#platform/logger.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import type { AppState } from '../state.ts';

/**
 * Assigns a request id and logs one line per request. Hook tokens are secret: only their prefix is logged, however the
 * path is spelled. References are data of senders, which an erasure has to find nowhere: none is logged.
 */
export function requestLog({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: Metrics<'api'>;
}): Middleware<AppState> {
  return async function requestLog(ctx, next) {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const durationMs = performance.now() - startedAt;
      const { method, path, status } = ctx;
      const part = partOf(path);
      metrics.requestSeconds.observe({ part, status }, durationMs / 1000);
      const level = status < 400 && manyParts.has(part) ? 'debug' : 'info';
      if (logger.isLevelEnabled(level)) {
        logger[level](
          {
            requestId: ctx.state.requestId,
            method,
            path: shownPath(path),
            status,
            durationMs: Math.round(durationMs),
          },
          'request answered',
        );
      }
    }
  };
}

const shownPath = (path: string): string =>
  path.replace(/(hooks\/+.{6}).*/i, '$1…').replace(/((?:references|^\/+approvals)\/+).+/i, '$1…');

const parts: readonly string[] = [
  'api',
  'hooks',
  'manage',
  'mcp',
  'console',
  'approvals',
  'docs',
  'healthz',
  'readyz',
];

/** High-volume paths (public API, probes): successes are counted in metrics but not logged. */
const manyParts: ReadonlySet<string> = new Set(['api', 'healthz', 'readyz']);

/** The first segment of a path, as a low-cardinality metric label. */
function partOf(path: string): string {
  const end = path.indexOf('/', 1);
  const segment = end === -1 ? path.slice(1) : path.slice(1, end);
  return parts.includes(segment) ? segment : 'other';
}
