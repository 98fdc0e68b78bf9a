import type { Middleware } from 'koa';

import type { AppState } from '../state.ts';

/** One middleware behind the other. */
export const inTurn =
  (first: Middleware<AppState>, second: Middleware<AppState>): Middleware<AppState> =>
  (ctx, next) =>
    first(ctx, async () => {
      await second(ctx, next);
    });
