import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every answer below /console; assets replace the one on caching. */
export function consoleHeaders(): Middleware<AppState> {
  return function consoleHeaders(ctx, next) {
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentPolicy,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    });
    return next();
  };
}
