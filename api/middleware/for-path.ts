import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** Applies a middleware to paths below `prefix`, case-insensitively, so that no spelling bypasses it. */
export function forPath(prefix: string, middleware: Middleware<AppState>): Middleware<AppState> {
  const pattern = new RegExp(`^${prefix}(?:/|$)`, 'i');
  return function forPath(ctx, next) {
    return pattern.test(ctx.path) ? middleware(ctx, next) : next();
  };
}
