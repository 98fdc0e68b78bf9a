import type { Middleware } from 'koa';

import { DomainError } from '#domain/domain-error.ts';
import type { QuotaStore } from '#store/quota.ts';
import type { AppState } from '../state.ts';

export interface ManageRate {
  readonly store: QuotaStore;
  /** Requests of one token in a window. */
  readonly max: number;
}

/** Behind the owner authentication: throws RATE_LIMITED for a token that calls the management API too often. */
export function limitManage({
  manageRate: { store, max },
}: {
  manageRate: ManageRate;
}): Middleware<AppState> {
  return async function limitManage(ctx, next) {
    const { workspace } = ctx.state;
    if (workspace !== undefined) {
      const { used, leftMs } = await store.count(`manage/${workspace.tokenId}`);
      if (used > max)
        throw new DomainError('RATE_LIMITED', `The token makes more than ${max} requests a minute.`, {
          retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
        });
    }
    await next();
  };
}
