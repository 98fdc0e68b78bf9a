import cors from '@koa/cors';
import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** Response headers that pages of other origins may read. */
const exposedHeaders = [
  'API-Version',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'Content-Disposition',
  'PDF-Warnings',
  'X-Request-Id',
];

/** Allows any origin: the public API uses no credentials. */
export function publicCors(): Middleware<AppState> {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: ['API-Version', 'Content-Type'],
    exposeHeaders: exposedHeaders,
    maxAge: 86_400,
    // Errors are handled outside this middleware, which keeps the headers already set.
    keepHeadersOnError: false,
  });
}
