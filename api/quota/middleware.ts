import type { Middleware } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import { isPreflight } from '../middleware/preflight.ts';
import type { AppState } from '../state.ts';
import { clientAddress } from './client-address.ts';
import type { PublicQuota } from './public-quota.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

interface QuotaDeps {
  readonly quota: PublicQuota;
}

/**
 * Counts a request to the public API and sets the quota headers, also on error responses. A CORS preflight gets the
 * headers but is not counted: the user made one request, not two.
 */
export function countQuota({ quota }: QuotaDeps): Middleware<AppState> {
  return async function countQuota(ctx, next) {
    const client = clientAddress(ctx.request);
    const { isExceeded, state } = isPreflight(ctx)
      ? { isExceeded: false, state: await quota.look(client) }
      : await quota.count(client);
    ctx.set(rateLimitHeaders(state));
    // The quota headers are specific to this client.
    ctx.set('Cache-Control', 'no-store');
    ctx.state.client = client;
    if (isExceeded) ctx.state.quotaResetSeconds = state.resetSeconds;
    await next();
  };
}

/** Throws RATE_LIMITED if {@link countQuota} found the quota used up. */
export function refuseOverQuota(): Middleware<AppState> {
  return function refuseOverQuota(ctx, next) {
    const { quotaResetSeconds } = ctx.state;
    if (quotaResetSeconds === undefined) return next();
    throw new DomainError('RATE_LIMITED', 'The hourly quota of the public API is used up.', {
      retryAfterSeconds: quotaResetSeconds,
    });
  };
}
