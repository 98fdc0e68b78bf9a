import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** Has browsers take the response for nothing but what its type says. */
export function noSniff(): Middleware<AppState> {
  return function noSniff(ctx, next) {
    ctx.set('X-Content-Type-Options', 'nosniff');
    return next();
  };
}
