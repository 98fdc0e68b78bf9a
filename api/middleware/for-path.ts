import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/**
 * A middleware for the addresses below `prefix` alone. Case does not matter: no spelling of a path slips past it.
 */
export function forPath(prefix: string, middleware: Middleware<AppState>): Middleware<AppState> {
  const pattern = new RegExp(`^${prefix}(?:/|$)`, 'i');
  return function forPath(ctx, next) {
    return pattern.test(ctx.path) ? middleware(ctx, next) : next();
  };
}
