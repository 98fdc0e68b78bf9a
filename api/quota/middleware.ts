import type { Middleware } from 'koa';

import { DomainError } from '../../domain/domain-error.ts';
import { isPreflight } from '../middleware/preflight.ts';
import type { AppState } from '../state.ts';
import { clientAddress } from './client-address.ts';
import type { PublicQuota } from './public-quota.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

interface QuotaDeps {
  readonly quota: PublicQuota;
}

/**
 * Counts a request to the public API and says on its answer, whatever that will be, how the client stands. A browser's
 * preflight is told as well but not counted: its user asked for one request, not two.
 */
export function countQuota({ quota }: QuotaDeps): Middleware<AppState> {
  return async function countQuota(ctx, next) {
    const client = clientAddress(ctx.request);
    const { isExceeded, state } = isPreflight(ctx)
      ? { isExceeded: false, state: await quota.look(client) }
      : await quota.count(client);
    ctx.set(rateLimitHeaders(state));
    // An answer tells how this one client stands.
    ctx.set('Cache-Control', 'no-store');
    ctx.state.client = client;
    if (isExceeded) ctx.state.quotaResetSeconds = state.resetSeconds;
    await next();
  };
}

/** Refuses what {@link countQuota} found to be too much. Throws RATE_LIMITED. */
export function refuseOverQuota(): Middleware<AppState> {
  return function refuseOverQuota(ctx, next) {
    const { quotaResetSeconds } = ctx.state;
    if (quotaResetSeconds === undefined) return next();
    throw new DomainError('RATE_LIMITED', 'The hourly quota of the public API is used up.', {
      retryAfterSeconds: quotaResetSeconds,
    });
  };
}
