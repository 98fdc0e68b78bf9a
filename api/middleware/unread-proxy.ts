import type { Middleware } from 'koa';

import type { Logger } from '#platform/logger.ts';
import type { AppState } from '../state.ts';

/**
 * Warns once where a proxy names its clients and the service was not told to believe it: then all of them count as one
 * client, whose limits they share.
 */
export function warnOfUnreadProxy({ logger }: { readonly logger: Logger }): Middleware<AppState> {
  let isWarned = false;
  return async function warnOfUnreadProxy(ctx, next) {
    if (!isWarned && ctx.get('X-Forwarded-For') !== '') {
      isWarned = true;
      logger.warn(
        'requests carry X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: all clients behind one proxy share their limits',
      );
    }
    await next();
  };
}
