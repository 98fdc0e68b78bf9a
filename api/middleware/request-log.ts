import { randomUUID } from 'node:crypto';

import type { Middleware } from 'koa';

import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { AppState } from '../state.ts';

/** Gives every request an id and writes one line about it. A hook's token is a secret: only its beginning is logged. */
export function requestLog({ logger, metrics }: { logger: Logger; metrics: Metrics }): Middleware<AppState> {
  return async function requestLog(ctx, next) {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const durationMs = performance.now() - startedAt;
      metrics.requestSeconds.observe({ part: partOf(ctx.path), status: ctx.status }, durationMs / 1000);
      logger.info(
        {
          requestId: ctx.state.requestId,
          method: ctx.method,
          path: ctx.path.replace(/^(\/hooks\/.{6}).*/, '$1…'),
          status: ctx.status,
          durationMs: Math.round(durationMs),
        },
        'request answered',
      );
    }
  };
}

const parts: readonly string[] = ['api', 'hooks', 'manage', 'docs', 'healthz', 'readyz'];

/** The first segment of a path, as a label of few values. */
function partOf(path: string): string {
  const segment = path.split('/')[1] ?? '';
  return parts.includes(segment) ? segment : 'other';
}
