import type { Middleware } from 'koa';

import { currentVersion } from '../../domain/api-version.ts';
import type { AppState } from '../state.ts';

const versioned = /^\/(api|hooks|manage)(\/|$)/;

/** Every answer of the interface names the version that made it, errors included. */
export function apiVersion(): Middleware<AppState> {
  return async function apiVersion(ctx, next) {
    if (versioned.test(ctx.path)) ctx.set('API-Version', currentVersion);
    await next();
  };
}
