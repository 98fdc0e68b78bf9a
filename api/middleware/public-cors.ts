import cors from '@koa/cors';
import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** What a page of another origin may read besides the body. */
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

/** Pages of any origin may use what needs no token. */
export function publicCors(): Middleware<AppState> {
  return cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: ['API-Version', 'Content-Type'],
    exposeHeaders: exposedHeaders,
    maxAge: 86_400,
    // The error handler behind this one keeps what is set already.
    keepHeadersOnError: false,
  });
}
