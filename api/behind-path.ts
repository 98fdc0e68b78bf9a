import compose from 'koa-compose';
import type Koa from 'koa';

import type { AppState } from './state.ts';

/** Middlewares for some parts of the address space. Case does not matter: no spelling of a path slips past them. */
export function behindPath(
  parts: readonly string[],
  ...middlewares: readonly Koa.Middleware<AppState>[]
): Koa.Middleware<AppState> {
  const pattern = new RegExp(`^(?:${parts.join('|')})(?:/|$)`, 'i');
  const behind = compose([...middlewares]);
  return function behindPath(ctx, next) {
    return pattern.test(ctx.path) ? behind(ctx, next) : next();
  };
}
