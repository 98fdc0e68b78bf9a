import type { ParameterizedContext } from 'koa';

import type { AppState } from '../state.ts';

/** Who calls the public API, as the quota counts; only routes behind the quota may ask. */
export function clientOf(ctx: ParameterizedContext<AppState>): string {
  const { client } = ctx.state;
  if (client === undefined) throw new Error('This route does not stand behind the quota');
  return client;
}
