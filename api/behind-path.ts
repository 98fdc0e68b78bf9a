import type Koa from 'koa';

import type { AppState } from './state.ts';

/** A middleware for some parts of the address space. Case does not matter: no spelling of a path slips past it. */
export function behindPath(
  parts: readonly string[],
  middleware: Koa.Middleware<AppState>,
): Koa.Middleware<AppState> {
  const pattern = new RegExp(`^(?:${parts.join('|')})(?:/|$)`, 'i');
  return async function behindPath(ctx, next) {
    if (pattern.test(ctx.path)) return await middleware(ctx, next);
    return await next();
  };
}
