import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** Forbids caching of the response. */
export function noStore(): Middleware<AppState> {
  return function noStore(ctx, next) {
    ctx.set('Cache-Control', 'no-store');
    return next();
  };
}
