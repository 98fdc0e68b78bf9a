import compose from 'koa-compose';
import type Koa from 'koa';

import type { AppState } from '../state.ts';

/**
 * Middlewares for some parts of the address space, which the result names as `behind`. Case does not matter: no spelling
 * of a path slips past them.
 */
export function behindPath(parts: readonly string[], ...middlewares: readonly Koa.Middleware<AppState>[]) {
  const pattern = new RegExp(`^(?:${parts.join('|')})(?:/|$)`, 'i');
  const behind = compose([...middlewares]);
  const middleware: Koa.Middleware<AppState> = function behindPath(ctx, next) {
    return pattern.test(ctx.path) ? behind(ctx, next) : next();
  };
  return Object.assign(middleware, { behind: middlewares });
}
